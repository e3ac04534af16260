import { declareCapabilities } from "../core/engine";
import type { EngineAdapter, Inspection } from "./adapters/adapter";
import { cpu } from "./adapters/cpu";
import { cuda, tensorflow } from "./adapters/native";
import { wasm } from "./adapters/wasm";
import { webgpu } from "./adapters/webgpu";

const list = { cuda, tensorflow, webgpu, wasm, cpu };

export type EngineName = keyof typeof list;

/** The engines, fastest kind first. A new engine is one adapter and its name in this list. */
export const adapters: Readonly<Record<EngineName, EngineAdapter>> = list;

/** The names of the engines, fastest kind first. */
export const engineNames = Object.keys(list) as readonly EngineName[];

// Covers backends that are started without `useEngine`. If two engines share a backend, the one loaded last counts.
for (const { backend, capabilities } of Object.values(adapters)) declareCapabilities(backend, capabilities);

/** What `engines()` says about one engine. */
export interface EngineRow extends Inspection {
  name: EngineName;
}

/** The row of one engine. */
export async function inspectEngine(name: EngineName): Promise<EngineRow> {
  return { name, ...(await adapters[name].inspect()) };
}

/**
 * One row per engine: whether it is available, on which device and in which version, or why not and what to type to get it.
 * No engine is started.
 *
 * @example
 * const rows = await engines(); // each with what works on this machine, and why not
 * rows.map(({ name }) => name); // → ["cuda", "tensorflow", "webgpu", "wasm", "cpu"]
 */
export function engines(): Promise<EngineRow[]> {
  return Promise.all(engineNames.map(inspectEngine));
}
