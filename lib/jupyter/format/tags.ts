import type { Cell } from "./nbformat";

/** The tags that affect a run, as in papermill and nbclient. */
export const tags = {
  /** The cell holds the defaults of the parameters. */
  defaults: "parameters",
  /** The cell sets the parameters of a run. */
  injected: "injected-parameters",
  /** The cell may fail; the run continues. */
  mayFail: "raises-exception",
  /** The cell does not run and keeps its outputs. */
  skipped: "skip-execution",
};

export function hasTag({ metadata }: Pick<Cell, "metadata">, tag: string): boolean {
  const given: unknown = metadata.tags;
  return Array.isArray(given) && given.includes(tag);
}
