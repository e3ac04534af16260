import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { check, UserError } from "../../core";
import { explainFileError, takeLock, type FetchEvent } from "../../io/download";
import { makeFolder } from "../../io/files";
import { ssdmlHome } from "../../io";
import { runProgram } from "../../io/processes";
import { buildEngine } from "./buildEngine";
import {
  engineFolder,
  installableEngines,
  type InstallableEngine,
  type InstalledEngine,
  installedEngine,
} from "./installedEngine";

export interface InstallOptions {
  /** The Python package index; default: PIP_INDEX_URL, else the one pip uses. */
  index?: string | undefined;
  /** The sha256 of TensorFlow's wheel, for a private build of it; default: the one published on PyPI. */
  sha256?: string | undefined;
  /** Reinstall an installed engine, and install `cuda` even if no GPU is found. */
  force?: boolean | undefined;
  /** Stops at once; downloads are kept for the next run. */
  signal?: AbortSignal | undefined;
}

/** The last event: the engine is installed. */
export interface DoneEvent {
  kind: "done";
  engine: InstalledEngine;
  /** Whether the engine was installed already. */
  alreadyInstalled: boolean;
}

export type InstallEvent = FetchEvent | DoneEvent;

/**
 * Installs a native engine into the user folder, where all checkouts find it. The engine is built in a folder beside the final one
 * and moved into place with one rename, so an engine is always complete.
 *
 * @example for await (const event of installEngine("tensorflow")) console.log(event);
 */
export async function* installEngine(
  name: InstallableEngine,
  options: InstallOptions = {},
): AsyncGenerator<InstallEvent, void> {
  const { force = false, signal } = options;
  check(
    Object.hasOwn(installableEngines, name),
    () => `installEngine: name must be one of ${Object.keys(installableEngines).join(", ")}, got "${name}".`,
  );
  check(
    options.sha256 === undefined || /^[0-9a-f]{64}$/.test(options.sha256),
    () => `installEngine: sha256 must be 64 lowercase hexadecimal digits, got "${options.sha256}".`,
  );
  const existing = installedEngine(name);
  if (existing !== undefined && !force) {
    yield { kind: "done", engine: existing, alreadyInstalled: true };
    return;
  }
  if (name === "cuda" && !force && !(await hasNvidiaGpu(signal))) {
    throw new UserError(
      "The cuda engine needs an NVIDIA GPU with its driver, and none was found (no /dev/nvidiactl, no nvidia-smi). " +
        "Install the driver, use --force to install anyway, or use the webgpu, tensorflow or wasm engine.",
    );
  }
  try {
    yield* installLocked(name, options);
  } catch (error) {
    throw explainFileError(error, ssdmlHome());
  }
  const engine = installedEngine(name);
  if (engine === undefined) throw new Error(`The ${name} engine disappeared while it was moved into place.`);
  yield { kind: "done", engine, alreadyInstalled: false };
}

async function* installLocked(
  name: InstallableEngine,
  { index, sha256, force = false, signal }: InstallOptions,
): AsyncGenerator<FetchEvent, void> {
  const final = engineFolder(name);
  const engines = path.dirname(final);
  const downloads = path.join(ssdmlHome(), "downloads");
  makeFolder(engines);
  makeFolder(downloads);
  const release = await takeLock(path.join(engines, ".install.lock"), "installation");
  const staging = path.join(engines, `.staging-${name}`);
  try {
    await fs.rm(staging, { recursive: true, force: true });
    const needsGpu = name === "cuda" && !force;
    const record = yield* buildEngine({ name, staging, downloads, index, sha256, needsGpu, signal });
    const engine = path.join(staging, "engine");
    await fs.writeFile(path.join(engine, "engine.json"), `${JSON.stringify(record, undefined, 2)}\n`);
    await replaceFolder(final, engine, path.join(staging, "replaced"));
  } finally {
    await fs.rm(staging, { recursive: true, force: true }).finally(release);
  }
}

/** Moves `fresh` to `final`. An existing folder is moved aside first, and back if the move fails. */
async function replaceFolder(final: string, fresh: string, aside: string): Promise<void> {
  const replaces = existsSync(final);
  if (replaces) await fs.rename(final, aside);
  try {
    await fs.rename(fresh, final);
  } catch (error) {
    if (replaces) await fs.rename(aside, final);
    throw error;
  }
}

/** Whether this machine has an NVIDIA GPU with a working driver. */
async function hasNvidiaGpu(signal?: AbortSignal): Promise<boolean> {
  if (existsSync("/dev/nvidiactl")) return true;
  const { output } = await runProgram("nvidia-smi", ["-L"], { signal });
  return /^GPU \d/m.test(output);
}
