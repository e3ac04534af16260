import { check } from "../core";
import {
  either,
  fields,
  isCount,
  isNull,
  isNumber,
  isText,
  listOf,
  oneOf,
  optional,
  parseJson,
  type Shape,
} from "../io/files";
import { isEpochRow } from "../train";
import type { ExperimentResult } from "./experiment";

/** A `ResultRow` as JSON. */
export const isResultRow: Shape = fields({
  dataset: isText,
  method: isText,
  seed: isNumber,
  metric: oneOf("nmi", "recall", "mapAtR", "rPrecision"),
  k: either(isNull, isCount),
  value: isNumber,
});

/** JSON writes numbers that are not finite as null. */
const isMeasured = either(isNumber, isNull);

const isResult = fields({
  dataset: isText,
  data: optional(isText),
  method: isText,
  seed: isNumber,
  engine: isText,
  labeledPerClass: isMeasured,
  validation: isMeasured,
  settings: fields({}),
  stopReason: isText,
  epochs: isCount,
  bestEpoch: isCount,
  rows: listOf(isResultRow),
  history: listOf(isEpochRow),
});

/** Reads the text of a `results.json`. `advice` is the last sentence of the error if it is invalid. */
export function parseResult(text: string, file: string, advice: string): ExperimentResult {
  const result = parseJson(text, file, advice);
  check(isResult(result), () => `${file} does not hold results of ssdml train. ${advice}`);
  return result as ExperimentResult;
}
