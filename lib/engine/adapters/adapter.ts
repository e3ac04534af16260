import os from "node:os";
import type { EngineCapabilities } from "../../core/engine";

/** How the library finds and starts one engine, and what it may expect of it. */
export interface EngineAdapter {
  /** The name of its TensorFlow.js backend. */
  readonly backend: string;
  /** `auto` tries smaller ranks first. Engines of equal rank run a race, because the faster one depends on the machine. */
  readonly rank: number;
  readonly capabilities: EngineCapabilities;
  /** Finds out whether the engine is available, without starting it. */
  inspect(): Promise<Inspection>;
  /** Loads its packages and registers its backend; called once. Throws `UserError` if that fails. */
  load(): Promise<void>;
  /** Whether the device is a graphics card emulated on the processor: slow, so `auto` never chooses it. */
  isSoftware(): Promise<boolean>;
}

/** What a look at one engine shows. */
export interface Inspection {
  available: boolean;
  /** What it would compute on; empty if it is not available. */
  device: string;
  version: string;
  /** Why it is not available, or what to know about it; empty if there is nothing to say. */
  reason: string;
  /** How to get it; empty if there is nothing to do, or no way to get it. */
  fix: string;
}

/** The inspection of an engine that is available. */
export function available(device: string, version: string, reason = ""): Inspection {
  return { available: true, device, version, reason, fix: "" };
}

/** The inspection of an engine that is not available. */
export function missing(reason: string, fix: string): Inspection {
  return { available: false, device: "", version: "", reason, fix };
}

/** The processor's name and how many of its threads an engine uses. */
export function processor(threads = os.availableParallelism()): string {
  const model = os.cpus()[0]?.model.replace(/\s+/g, " ").trim() ?? "";
  const name = model && model !== "unknown" ? model : `${os.arch()} processor`;
  return `${name}, ${threads} ${threads === 1 ? "thread" : "threads"}`;
}

/** Loads all of TensorFlow.js: the operations (tfjs-core) and their gradients, which only the whole package registers. */
export async function loadTensorFlowJs(): Promise<void> {
  await import("../tensorFlowJs/index.js");
}
