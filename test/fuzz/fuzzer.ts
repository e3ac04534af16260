import { random, type Random } from "../../lib/common/random";

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
  /** Stops after this many milliseconds or cases, whichever comes first. */
  milliseconds: number;
  cases?: number;
  /** Number of the first case; default 0. */
  first?: number;
}

/** A case depends on the seed and its number alone, so that each can be repeated by itself. */
const seedOfCase = (seed: number, number: number): number => seed * 2 ** 32 + number;

/** Runs a fuzzer's cases one after another. */
export async function runFuzzer(fuzzer: Fuzzer, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, milliseconds, cases = Infinity, first = 0 } = options;
  const report: FuzzReport = { name: fuzzer.name, cases: 0, findings: [] };
  const end = Date.now() + milliseconds;
  const target = await fuzzer.open();
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
