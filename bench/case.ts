import type { EngineName } from "../lib/engine";

/** One piece of work, timed on our side and, if there is a peer, on the peer's. */
export interface BenchCase {
  name: string;
  /** What is timed, in a few words. */
  title: string;
  /** The engines it runs on; empty for work that uses no engine. */
  engines: EngineName[];
  /** Peers in bench/peers/peers.py that do the same work. */
  peers: string[];
  /** Maximum number of timed runs, for work that takes long. */
  repeats?: number;
  /** The limits it should stay within; the report shows whether they are met. */
  bars?: Bar[];
  /** Makes the inputs on the current engine, and writes those that the peers also need to the shared folder. */
  prepare(shared: string): Promise<Work>;
}

export interface Work {
  /** The work that is timed. */
  run(): Promise<void>;
  dispose?(): void;
}

/** "`subject` takes at most `factor` times as long as `reference`" (an engine, a peer, or a number of milliseconds). */
export interface Bar {
  subject: string;
  reference: string | number;
  factor: number;
}

/** The timing of one side of a case. */
export interface Timing {
  case: string;
  /** An engine's or peer's name, or "ssdml" for work without an engine. */
  subject: string;
  /** The median over the runs, followed by all runs. */
  medianMs: number;
  runsMs: number[];
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
