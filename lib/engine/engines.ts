import { cpu } from "./adapters/cpu";
import { cuda, tensorflow } from "./adapters/native";
import { wasm } from "./adapters/wasm";
import { webgpu } from "./adapters/webgpu";
import type { EngineAdapter, EngineName, EngineRow } from "./adapters/engine";

export const adapters: Record<EngineName, EngineAdapter> = { cuda, tensorflow, webgpu, wasm, cpu };

/**
 * One row per engine: is it available, on which device, in which version, or why not and what to type to get it.
 * It looks without starting any engine.
 *
 * @example console.table(await engines());
 */
export function engines(): Promise<EngineRow[]> {
  return Promise.all(Object.values(adapters).map((adapter) => adapter.inspect()));
}
