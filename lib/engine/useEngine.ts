import * as tf from "@tensorflow/tfjs-core";
import { oneOf } from "../core/options";
import { check, printsAs, UserError } from "../core";
import { declareCapabilities } from "../core/engine";
import { adapters, engineNames, inspectEngine, type EngineName, type EngineRow } from "./engines";
import { isRight, probe } from "./probe";

/** The engine in use, as `useEngine` returns it. */
export interface Engine {
  name: EngineName;
  /** What computes: the graphics card or processor. */
  device: string;
  /** The version of the library that computes. */
  version: string;
  /** Why this engine was chosen: it was requested, or what `auto` found on this machine. */
  reason: string;
  /** One line, for a cell or a log. */
  toString(): string;
}

const loads = new Map<EngineName, Promise<void>>();

/**
 * Starts an engine; from then on every computation runs on it.
 *
 * "auto" picks the fastest engine that passes a short training run: an NVIDIA card, else the faster of another graphics card and
 * TensorFlow on the processor, else WebAssembly, else plain JavaScript. It never picks a graphics card that is emulated in software.
 *
 * @example
 * const engine = await useEngine("wasm"); // "auto" takes the fastest that works
 * engine.name; // → "wasm"
 */
export async function useEngine(name: EngineName | "auto" = "auto"): Promise<Engine> {
  oneOf(["auto", ...engineNames]).read(name, "useEngine: name");
  return name === "auto" ? useFastest() : useNamed(name);
}

async function useNamed(name: EngineName): Promise<Engine> {
  const row = await inspectEngine(name);
  if (!row.available) {
    throw new UserError(
      `useEngine: the ${name} engine is not available: ${row.reason}.` +
        (row.fix ? ` To get it: ${row.fix}` : ` Use useEngine("auto") for the best engine here.`),
    );
  }
  await start(name);
  return describe(row, row.reason ? `requested (${row.reason})` : "requested");
}

async function useFastest(): Promise<Engine> {
  const findings: string[] = [];
  const ranks = new Set(engineNames.map((name) => adapters[name].rank).sort((a, b) => a - b));
  for (const rank of ranks) {
    const working: EngineRow[] = [];
    for (const name of engineNames.filter((name) => adapters[name].rank === rank)) {
      const row = await inspectEngine(name);
      const fault = await faultOf(row);
      if (fault === undefined) working.push(row);
      else findings.push(`${name}: ${fault}`);
    }
    const times = working.length > 1 ? await race(working) : working.map(() => 0);
    const fastest = working[times.indexOf(Math.min(...times))];
    if (fastest) {
      working.forEach((row, i) => {
        if (times[i] > 0) findings.push(`${row.name}: ${times[i].toFixed(0)} ms per step`);
      });
      await start(fastest.name);
      return describe(fastest, ["the fastest working engine here", ...findings].join("; "));
    }
  }
  throw new UserError(
    `useEngine: no engine works on this machine (${findings.join("; ")}). Type: npm install`,
  );
}

/** Why `auto` must not pick an engine, after a short training run on it; undefined if nothing is wrong. */
async function faultOf(row: EngineRow): Promise<string | undefined> {
  if (!row.available || (await adapters[row.name].isSoftware())) return row.reason;
  try {
    await start(row.name);
    const { losses } = await probe();
    return isRight(losses)
      ? undefined
      : `computes wrong losses ${losses.map((loss) => loss.toFixed(4)).join(", ")}`;
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] : String(error);
  }
}

/** Milliseconds per training step on each engine. */
async function race(rows: EngineRow[]): Promise<number[]> {
  const times = [];
  for (const { name } of rows) {
    await start(name);
    times.push((await probe(1500)).stepMs);
  }
  return times;
}

/** Loads an engine's packages on first use and makes its backend the current one. */
async function start(name: EngineName): Promise<void> {
  const adapter = adapters[name];
  let loading = loads.get(name);
  if (!loading) {
    loading = adapter.load().then(() => {
      declareCapabilities(adapter.backend, adapter.capabilities);
    });
    loads.set(name, loading);
    loading.catch(() => loads.delete(name));
  }
  await loading;
  if (!(await tf.setBackend(adapter.backend))) {
    throw new UserError(`useEngine: the ${name} engine does not start. Type: npx ssdml doctor`);
  }
}

function describe(row: EngineRow, reason: string): Engine {
  const { name, device, version } = row;
  return printsAs(`${name} ${version} on ${device}: ${reason}`, { name, device, version, reason });
}

/** Throws if no engine is in use. `caller` is the public function that needs one. */
export function requireEngine(caller: string): void {
  const inUse = tf.engine().backendName as string | undefined;
  check(inUse !== undefined, () => `${caller}: no engine is in use. Call \`await useEngine()\` first.`);
}
