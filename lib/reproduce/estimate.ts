import type { Cell } from "./grid";
import type { CellRecord } from "./cellRecord";

type Place = Pick<Cell, "scale" | "dataset" | "method">;
type Timed = Place & Pick<CellRecord, "elapsedMs">;

/**
 * Seconds until the last cell has ended: each takes as long as those before it of the same data set and method did, else of the same data
 * set, else of any; `shares` tells how much of a running one is done. Undefined before the first has finished.
 */
export function secondsLeft(
  pending: readonly (Place & { id: string })[],
  known: readonly Timed[],
  jobs: number,
  shares: ReadonlyMap<string, number> = new Map(),
): number | undefined {
  const seconds = pending.map((cell) => expected(cell, known) * (1 - (shares.get(cell.id) ?? 0)));
  const sum = seconds.reduce((total, each) => total + each, 0);
  return Number.isNaN(sum) ? undefined : Math.max(sum / jobs, 0, ...seconds);
}

/** NaN where nothing is known. */
function expected(cell: Place, known: readonly Timed[]): number {
  const atScale = known.filter(({ scale }) => scale === cell.scale);
  const sameDataset = atScale.filter(({ dataset }) => dataset === cell.dataset);
  const sameMethod = sameDataset.filter(({ method }) => method === cell.method);
  const group = [sameMethod, sameDataset, atScale].find(({ length }) => length > 0) ?? [];
  return group.reduce((sum, { elapsedMs }) => sum + elapsedMs / 1000, 0) / group.length;
}
