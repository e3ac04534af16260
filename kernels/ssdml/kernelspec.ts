import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The folder name under which Jupyter finds the kernel. */
export const KERNEL_NAME = "ssdml";

export interface KernelSpec {
  argv: string[];
  display_name: string;
  language: string;
  interrupt_mode: "message" | "signal";
  metadata: Record<string, unknown>;
}

/** How a front end starts this kernel. */
export function kernelSpec(node = process.execPath): KernelSpec {
  return {
    argv: [node, path.join(__dirname, "launcher.js"), "{connection_file}"],
    display_name: "TypeScript (ssdml)",
    language: "typescript",
    interrupt_mode: "message",
    metadata: { debugger: false },
  };
}

/** Writes `kernels/ssdml/kernel.json` below a Jupyter data folder; returns the folder of the kernel. */
export function writeKernelSpec(dataFolder: string): string {
  const folder = path.join(dataFolder, "kernels", KERNEL_NAME);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "kernel.json"), `${JSON.stringify(kernelSpec(), undefined, 2)}\n`);
  return folder;
}
