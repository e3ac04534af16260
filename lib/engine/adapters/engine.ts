/** The engines, fastest kind first. `auto` chooses among them. */
export const engineNames = ["cuda", "tensorflow", "webgpu", "wasm", "cpu"] as const;

export type EngineName = (typeof engineNames)[number];

/** The engine in use, as `useEngine` returns it. */
export interface Engine {
  name: EngineName;
  /** What computes: the graphics card or processor. */
  device: string;
  /** The version of the library that computes. */
  version: string;
  /** Why this engine: what was asked for, or what `auto` found on this machine. */
  reason: string;
  /** One line, for a cell or a log. */
  toString(): string;
}

/** What `engines()` tells of one engine. */
export interface EngineRow {
  name: EngineName;
  available: boolean;
  /** What it would compute on; empty where it is not available. */
  device: string;
  version: string;
  /** Why it is not available, or what to know of it; empty where there is nothing to say. */
  reason: string;
  /** What to do to get it; empty where nothing needs to be done or can be. */
  fix: string;
}

/** How the library finds and starts one engine. */
export interface EngineAdapter {
  name: EngineName;
  /** The name of its TensorFlow.js backend. */
  backend: string;
  /** Looks whether the engine is there, without starting it. */
  inspect(): Promise<EngineRow>;
  /** Loads its packages and registers its backend; called once. Throws `UserError` where that cannot be. */
  load(): Promise<void>;
  /** True where the device is a graphics card emulated on the processor: slow, so never chosen by `auto`. */
  isSoftware(): Promise<boolean>;
}

/** A row for an engine that is there. */
export function available(name: EngineName, device: string, version: string, reason = ""): EngineRow {
  return { name, available: true, device, version, reason, fix: "" };
}

/** A row for an engine that is not there. */
export function missing(name: EngineName, reason: string, fix: string): EngineRow {
  return { name, available: false, device: "", version: "", reason, fix };
}
