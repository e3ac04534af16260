import { random, type Random } from "../../lib/core/values/random";

/** Tries random wrong input on one part of the product. */
export interface Fuzzer {
  name: string;
  /** Starts what the cases share: a kernel, a folder of files. */
  open(): Promise<FuzzTarget>;
}

export interface FuzzTarget {
  /** Tries one random case. Returns what is wrong, with the input that shows it, or `undefined` when all is well. */
  tryCase(random: Random): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface Finding {
  /** Number of the case: `npm run fuzz -- --only NAME --seed SEED --case NUMBER` repeats it. */
  number: number;
  what: string;
}

export interface FuzzReport {
  name: string;
  cases: number;
  findings: Finding[];
}

export interface FuzzOptions {
  seed: number;
  /** Stops after this many milliseconds, counted from when the target is open, or cases, whichever comes first. */
  milliseconds: number;
  cases?: number;
  /** Number of the first case; default 0. */
  first?: number;
}

/**
 * A case depends on the seed and its number alone, so that each can be repeated by itself. Neighboring seeds and numbers give unrelated
 * cases: all bits of both take part in all 53 bits of the result.
 */
export function seedOfCase(seed: number, number: number): number {
  const key = scramble(scramble(seed) ^ Math.floor(seed / 2 ** 32));
  const low = scramble(key ^ number);
  const high = scramble(low + key);
  return (high >>> 11) * 2 ** 32 + low;
}

/** Mixes the bits of a 32-bit number; different numbers stay different. */
function scramble(number: number): number {
  let bits = (number + 0x6d2b79f5) | 0;
  for (const factor of [0x2c1b3c6d, 0x297a2d39, 0x5bd1e995]) bits = Math.imul(bits ^ (bits >>> 15), factor);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/** Runs a fuzzer's cases one after another. */
export async function runFuzzer(fuzzer: Fuzzer, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, milliseconds, cases = Infinity, first = 0 } = options;
  const report: FuzzReport = { name: fuzzer.name, cases: 0, findings: [] };
  const target = await fuzzer.open();
  const end = Date.now() + milliseconds;
  try {
    while (report.cases < cases && Date.now() < end) {
      const number = first + report.cases++;
      const what = await target.tryCase(random(seedOfCase(seed, number)));
      if (what !== undefined) report.findings.push({ number, what });
    }
  } finally {
    await target.close();
  }
  return report;
}
