import { types } from "node:util";
import { isRecords } from "./recordTable";
import type {
  DatasetLike,
  ImagesLike,
  LabeledLike,
  MetricLike,
  SplitLike,
  TripletsLike,
} from "../../core/summaries";

/** The values of this library that are plain records, as `recognize` finds them. */
export type KnownValue =
  | { kind: "dataset"; value: DatasetLike }
  | { kind: "labeled"; value: LabeledLike }
  | { kind: "images"; value: ImagesLike }
  | { kind: "matrix"; value: ImagesLike }
  | { kind: "metric"; value: MetricLike }
  | { kind: "split"; value: SplitLike }
  | { kind: "triplets"; value: TripletsLike }
  | { kind: "rows"; value: readonly object[] }
  | { kind: "records"; value: readonly Record<string, unknown>[] };

type Parts = Record<string, unknown>;

/** Recognizes a value of this library by its parts, whoever made it; undefined for others. */
export function recognize(value: unknown): KnownValue | undefined {
  if (!isPlain(value)) return undefined;
  const found = kinds.find(([, fits]) => fits(value));
  return found && ({ kind: found[0], value } as unknown as KnownValue);
}

const kinds: readonly (readonly [KnownValue["kind"], (value: Parts) => boolean])[] = [
  ["rows", (value) => Array.isArray(value) && value.length > 0 && value.every(isRow)],
  ["records", isRecords],
  [
    "dataset",
    ({ name, train, test, classNames }) =>
      isText(name) && isLabeled(train) && isLabeled(test) && Array.isArray(classNames),
  ],
  ["labeled", isLabeled],
  ["images", (value) => isArrayOf(value, 4)],
  ["matrix", (value) => isArrayOf(value, 2)],
  ["metric", ({ matrix, factor }) => isArrayOf(matrix, 2) && isArrayOf(factor, 2)],
  [
    "split",
    ({ labels, labeled, unlabeled, validation }) => [labels, labeled, unlabeled, validation].every(isNumbers),
  ],
  [
    "triplets",
    ({ count, anchors, positives, negatives }) =>
      Number.isInteger(count) && [anchors, positives, negatives].every(isNumbers),
  ],
];

const isText = (value: unknown) => typeof value === "string";

const isNumbers = (value: unknown): value is ArrayLike<number> =>
  types.isTypedArray(value) && !types.isBigInt64Array(value) && !types.isBigUint64Array(value);

/** An object that is no proxy, so that reading it runs no code but getters of these names. */
const isPlain = (value: unknown): value is Parts =>
  typeof value === "object" && value !== null && !types.isProxy(value);

function isArrayOf(value: unknown, dimensions: number): boolean {
  if (!isPlain(value) || !isNumbers(value.data) || !Array.isArray(value.shape)) return false;
  const { data, shape } = value as unknown as ImagesLike;
  return (
    shape.length === dimensions &&
    shape.every((extent) => Number.isInteger(extent) && extent >= 0) &&
    data.length === shape.reduce((size, extent) => size * extent, 1)
  );
}

function isLabeled(value: unknown): boolean {
  if (!isPlain(value) || !isArrayOf(value.images, 4) || !isNumbers(value.labels)) return false;
  return value.labels.length === (value.images as ImagesLike).shape[0];
}

function isRow(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const { dataset, method, seed, metric, k, value: number } = value;
  return (
    [dataset, method, metric].every(isText) &&
    [seed, number].every((entry) => typeof entry === "number") &&
    (k === null || k === undefined || typeof k === "number")
  );
}
