import path from "node:path";
import type { NotebookLanguage } from "../format/nbformat";
import type { KernelSpec } from "./kernelSpec";

const packageFolder = path.join(__dirname, "..", "..", "..", "..");

/** The program of our kernel. Its only argument is the connection file. */
export const launcher = path.join(packageFolder, "dist", "kernels", "ssdml", "launcher.js");

/** The pictures that front ends show for our kernel. */
export const iconFolder = path.join(packageFolder, "kernels", "ssdml", "icon");

/** How a front end starts our kernel. */
export function ownKernel(): KernelSpec {
  return {
    name: "ssdml",
    display_name: "TypeScript (ssdml)",
    language: "typescript",
    argv: [process.execPath, launcher, "{connection_file}"],
    interrupt_mode: "message",
    metadata: { debugger: false },
  };
}

function stockKernel(
  name: string,
  title: string,
  language: NotebookLanguage,
  ...words: string[]
): KernelSpec {
  const argv = [process.execPath, require.resolve("tslab/bin/tslab"), "kernel", "--config-path"];
  return { name, display_name: title, language, argv: [...argv, "{connection_file}", ...words] };
}

/** The kernels that come with this package: ours, and stock tslab for TypeScript and for JavaScript. */
export const builtInKernels: Readonly<Record<string, () => KernelSpec>> = {
  ssdml: ownKernel,
  tslab: () => stockKernel("tslab", "TypeScript", "typescript"),
  jslab: () => stockKernel("jslab", "JavaScript", "javascript", "--js"),
};

/**
 * The default kernel of a language: ours for TypeScript, stock tslab for JavaScript, because our strict type checks would reject
 * valid JavaScript such as `let x = 1; x = "one"`.
 */
export function defaultKernel(language: NotebookLanguage): KernelSpec {
  return builtInKernels[language === "typescript" ? "ssdml" : "jslab"]();
}
