import type { CellRecord } from "./cellRecord";

/** How far a grid has come. */
export interface Count {
  /** Cells that are finished or have failed, of `total`. */
  done: number;
  total: number;
  /** Undefined before the first cell has finished. */
  secondsLeft: number | undefined;
}

/** Jobs of a cluster. */
export interface JobCount {
  running: number;
  waiting: number;
}

export type GridEvent =
  /** How many cells there are, and how many an earlier call finished. */
  | {
      kind: "started";
      total: number;
      finished: number;
      jobs: number;
      threads: number | null;
      /** The name of the scheduler, if the cells are jobs of a cluster. */
      cluster?: string;
    }
  /** A part of a cell is done. `share` is the finished share of all cells, in [0, 1]. */
  | ({ kind: "progress"; share: number; jobs?: JobCount } & Count)
  /** Something that a person should know about the jobs of a cluster, such as a lost cell that was submitted again. */
  | { kind: "note"; text: string }
  | ({ kind: "cell"; record: CellRecord } & Count);
