import type { GridCell } from "./grid";
import type { CellRecord } from "./cellRecord";

/** What the time of a cell depends on. */
type CellKind = Pick<GridCell, "scale" | "dataset" | "method">;
type Timed = CellKind & Pick<CellRecord, "elapsedMs">;

/**
 * Seconds until the last cell ends; undefined before the first one has finished. A cell is expected to take the mean time of the finished
 * cells of the same data set and method, else of the same data set, else of all. `shares` gives the finished share of each running cell.
 */
export function secondsLeft(
  pending: readonly (CellKind & { id: string })[],
  known: readonly Timed[],
  jobs: number,
  shares: ReadonlyMap<string, number> = new Map(),
): number | undefined {
  const seconds = pending.map((cell) => expected(cell, known) * (1 - (shares.get(cell.id) ?? 0)));
  const sum = seconds.reduce((total, each) => total + each, 0);
  return Number.isNaN(sum) ? undefined : Math.max(sum / jobs, 0, ...seconds);
}

/** NaN where nothing is known. */
function expected(cell: CellKind, known: readonly Timed[]): number {
  const atScale = known.filter(({ scale }) => scale === cell.scale);
  const sameDataset = atScale.filter(({ dataset }) => dataset === cell.dataset);
  const sameMethod = sameDataset.filter(({ method }) => method === cell.method);
  const group = [sameMethod, sameDataset, atScale].find(({ length }) => length > 0) ?? [];
  return group.reduce((sum, { elapsedMs }) => sum + elapsedMs / 1000, 0) / group.length;
}
