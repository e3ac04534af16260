import { check } from "../../core";

/** A piece of a column as Flechette holds it. */
export interface ArrowBatch {
  type: { typeId: number };
  length: number;
  nullCount: number;
  values?: ArrayLike<number | bigint>;
  offsets?: ArrayLike<number | bigint>;
  children?: readonly ArrowBatch[];
  /** Of vectors of equal length. */
  stride?: number;
  dictionary?: { data: readonly ArrowBatch[] };
}

/** Types by their numbers in the Arrow format. */
const types = {
  int: 2,
  float: 3,
  text: 5,
  boolean: 6,
  largeText: 20,
  fixedList: 16,
  list: 12,
  largeList: 21,
};
const textView = 24;
const dictionary = -1;
/** Also null, decimals, dates, times, time stamps and durations, which become numbers. */
const readable = [1, 7, 8, 9, 10, 18, textView, dictionary, ...Object.values(types)];

/** Rejects a piece of a column that refers to more than it holds, or is of a type that is no feature. `available` is in bytes. */
export function checkBatch(batch: ArrowBatch, column: string, available: number): void {
  const { type, length, values, offsets, children = [], stride = 0 } = batch;
  const { typeId } = type;
  const named = JSON.stringify(column);
  const holds = (condition: boolean) => {
    check(condition, () => `its column ${named} is damaged: it refers to what is not there`);
  };
  check(
    readable.includes(typeId),
    () => `its column ${named} holds neither numbers, texts nor lists of numbers. Leave it out`,
  );
  holds(length >= 0 && length <= 8 * available);
  if (typeId === types.int || typeId === types.float) holds(values!.length >= length);
  if (typeId === types.boolean) holds(8 * values!.length >= length);
  if (typeId === textView) holds(values!.length >= 16 * length);
  const isList = typeId === types.list || typeId === types.largeList;
  if (isList || typeId === types.text || typeId === types.largeText)
    holds(length === 0 || areAscending(offsets!, length, isList ? children[0].length : values!.length));
  if (typeId === types.fixedList) holds(stride >= 0 && stride * length <= children[0].length);
  for (const child of children) checkBatch(child, column, available);
  if (typeId === dictionary) {
    holds(batch.dictionary !== undefined && values!.length >= length);
    for (const part of batch.dictionary!.data) checkBatch(part, column, available);
  }
}

function areAscending(offsets: ArrayLike<number | bigint>, length: number, most: number): boolean {
  if (offsets.length <= length || offsets[0] < 0) return false;
  for (let i = 0; i < length; i++) if (offsets[i + 1] < offsets[i]) return false;
  return offsets[length] <= most;
}
