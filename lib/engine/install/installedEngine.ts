import fs from "node:fs";
import path from "node:path";
import { ssdmlHome } from "../../io";

/** The engines that `ssdml engine install` can add, each with its npm package. */
export const installableEngines = {
  tensorflow: "@tensorflow/tfjs-node",
  cuda: "@tensorflow/tfjs-node-gpu",
} as const;

export type InstallableEngine = keyof typeof installableEngines;

/** The content of `engine.json`. It is written last, so its presence means that the engine is complete. */
export interface EngineRecord {
  name: InstallableEngine;
  /** The npm package, in `node_modules/<package>` of the engine's folder. */
  package: string;
  packageVersion: string;
  /** The version that the binding itself reports. */
  tensorflow: string;
  /** "npm": the package's own binary; "wheel": built on this machine against the TensorFlow wheel. */
  source: "npm" | "wheel";
  /** The compiled binding, relative to the engine's folder. */
  binding: string;
  installedAt: string;
}

export interface InstalledEngine extends EngineRecord {
  /** The engine's folder. */
  folder: string;
}

/** The folder of an engine, shared by all checkouts and not touched by `npm install`. */
export function engineFolder(name: InstallableEngine): string {
  return path.join(ssdmlHome(), "engines", name);
}

/** The installed engine, or undefined if there is none or its record or binding is missing. */
export function installedEngine(name: InstallableEngine): InstalledEngine | undefined {
  const folder = engineFolder(name);
  const record = readRecord(path.join(folder, "engine.json"));
  if (record?.name !== name || !fs.existsSync(path.join(folder, record.binding))) return undefined;
  return { ...record, folder };
}

function readRecord(file: string): EngineRecord | undefined {
  try {
    const record = JSON.parse(fs.readFileSync(file, "utf8")) as Partial<EngineRecord> | null;
    return typeof record?.binding === "string" ? (record as EngineRecord) : undefined;
  } catch {
    return undefined;
  }
}
