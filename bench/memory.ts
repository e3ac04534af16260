import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { engines, useEngine, type EngineName } from "../lib/engine";
import { knnGraph, propagateAffinities } from "../lib/graph";
import { embeddedDigits } from "./cases/digits";

/** Peak memory of a process that runs a single step on one engine. */
export interface Peak {
  step: string;
  engine: string;
  gigabytes: number;
}

/** Measures propagateAffinities at n = 9,100, which should take at most 2 GB, in a new process per engine. */
export async function measureMemory(): Promise<Peak[]> {
  const available = (await engines()).filter((row) => row.available).map(({ name }) => name);
  const peaks: Peak[] = [];
  for (const engine of (["tensorflow", "wasm"] as const).filter((name) => available.includes(name))) {
    const { stdout } = await promisify(execFile)(process.execPath, [__filename, engine]);
    peaks.push({ step: "propagateAffinities, n = 9,100", engine, gigabytes: Number(stdout) / 1e9 });
  }
  return peaks;
}

async function propagateOnce(engine: EngineName): Promise<void> {
  await useEngine(engine);
  const { z, labels } = await embeddedDigits(9100);
  (await propagateAffinities(knnGraph(z, { k: 10 }), labels)).ofNeighbors();
  console.log(process.resourceUsage().maxRSS * 1024);
}

if (require.main === module) void propagateOnce(process.argv[2] as EngineName);
