import { check, plural } from "../core";
import { either, fields, isCount, isJsonObject, isNull, isNumber, optional, type Shape } from "../io/files";
import type { EpochRow } from "./events";

/** JSON writes numbers that are not finite as null. */
const isMeasured = either(isNumber, isNull);

/** An `EpochRow` as JSON. */
export const isEpochRow: Shape = fields({
  epoch: isCount,
  partition: isCount,
  loss: isMeasured,
  spread: isMeasured,
  learningRate: isMeasured,
  nmi: optional(isMeasured),
  recallAt1: optional(isMeasured),
  mapAtR: optional(isMeasured),
});

/** How far a run has come, apart from its arrays. */
export interface Progress {
  /** Epochs done. */
  epoch: number;
  best: { epoch: number; score: number } | undefined;
  history: EpochRow[];
}

/** Progress as JSON had it, checked: a row for every epoch done, the best of them among them or the start. */
export function readProgress(value: unknown): Progress {
  check(isJsonObject(value), () => "its progress is not an object");
  const { epoch, best, history } = value;
  check(typeof epoch === "number" && isCount(epoch), () => `its epoch is ${JSON.stringify(epoch)}`);
  check(
    Array.isArray(history) &&
      history.length === epoch &&
      history.every((row, i) => isEpochRow(row) && (row as EpochRow).epoch === i + 1),
    () => `its history does not have ${plural(epoch, "epoch")}`,
  );
  const isBest =
    isJsonObject(best) &&
    typeof best.score === "number" &&
    Number.isInteger(best.epoch) &&
    Number(best.epoch) >= 0 &&
    Number(best.epoch) <= epoch;
  check(isBest || (epoch === 0 && best === undefined), () => "its best epoch is not one of its epochs");
  return { epoch, best: best as Progress["best"], history: history as EpochRow[] };
}
