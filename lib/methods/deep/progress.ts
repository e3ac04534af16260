import { check } from "../../common/errors";
import { isJsonObject } from "../../common/files/parseJson";
import type { EpochRow } from "./events";

/** How far a run has come, apart from its arrays. */
export interface Progress {
  /** Epochs done. */
  epoch: number;
  best: { epoch: number; score: number } | undefined;
  history: EpochRow[];
}

/** Progress as JSON had it, checked: a row for every epoch done, the best of them among them. */
export function readProgress(value: unknown): Progress {
  check(isJsonObject(value), () => "its progress is not an object");
  const { epoch, best, history } = value;
  check(isCount(epoch), () => `its epoch is ${JSON.stringify(epoch)}`);
  check(
    Array.isArray(history) && history.length === epoch && history.every(isRow),
    () => `its history does not have ${epoch} epochs`,
  );
  const isBest =
    isJsonObject(best) &&
    typeof best.score === "number" &&
    isCount(best.epoch) &&
    best.epoch >= 1 &&
    best.epoch <= epoch;
  check(epoch === 0 ? best === undefined : isBest, () => "its best epoch is not one of its epochs");
  return { epoch, best: best as Progress["best"], history: history as EpochRow[] };
}

const columns = ["partition", "loss", "spread", "learningRate"];
const measures = ["nmi", "recallAt1"];

/** JSON writes numbers that are not finite as null. */
function isRow(row: unknown, i: number): boolean {
  const isNumber = (value: unknown) => typeof value === "number" || value === null;
  return (
    isJsonObject(row) &&
    row.epoch === i + 1 &&
    columns.every((name) => isNumber(row[name])) &&
    measures.every((name) => !(name in row) || isNumber(row[name]))
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
