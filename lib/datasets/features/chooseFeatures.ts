import { check } from "../../core";
import { closest, describeValue } from "../../core/options";
import { standsForNone, type Matrix } from "../../core/values";
import type { Column, Table } from "./table";

/** A column by its name, or by its position, −1 for the last. */
export type ColumnName = string | number;

/** Which columns hold the classes, the names of the rows and the features. */
export interface Choice {
  label: ColumnName | undefined;
  name: ColumnName | undefined;
  /** Default: all others. */
  features: ColumnName | readonly ColumnName[] | undefined;
}

/** Feature vectors with what a file says about them. */
export interface Features {
  /** [n, d], in single precision. */
  features: Matrix<Float32Array>;
  /** The class of each row, −1 where the file has none. */
  labels: Int32Array;
  /** What class c is called, in the order of names or numbers. */
  classNames: string[];
  /** What each row is called; empty unless `name` was given. */
  names: string[];
  /** The columns of the features, one per dimension, as far as they have names. */
  featureNames: string[];
}

/** Takes features, labels and names from the columns of a table. */
export function chooseFeatures(table: Table, { label, name, features }: Choice): Features {
  const find = (column: ColumnName) => columnNamed(table, column);
  const labelName = label === undefined ? undefined : find(label);
  const nameName = name === undefined ? undefined : find(name);
  const asked = features === undefined ? undefined : [features].flat().map((column) => find(column));
  const chosen =
    asked ??
    [...table.columns.keys()].filter(
      (column) => column !== labelName && column !== nameName && !isRowNumber(table, column),
    );
  check(chosen.length > 0 && table.rows > 0, () => "it has no rows of features");
  const { matrix, featureNames } = joined(table, chosen);
  const { labels, classNames } =
    labelName === undefined
      ? { labels: new Int32Array(table.rows).fill(-1), classNames: [] }
      : classesOf(table.columns.get(labelName)!, labelName);
  const names =
    nameName === undefined ? [] : textsOf(table.columns.get(nameName)!, nameName).map((text) => text ?? "");
  return { features: matrix, labels, classNames, names, featureNames };
}

/** Whether a column without a name of its own counts the rows, as pandas writes its index. */
function isRowNumber({ columns }: Table, name: string): boolean {
  const column = columns.get(name)!;
  if (!/^(Unnamed: \d+)?$/.test(name) || column.kind !== "numbers") return false;
  return Array.prototype.every.call(column.values, (value, row) => value === row);
}

function columnNamed({ columns }: Table, column: ColumnName): string {
  const names = [...columns.keys()];
  const found = typeof column === "number" ? names.at(column) : names.find((name) => name === column);
  const hint = typeof column === "string" ? closest(column, names) : undefined;
  check(
    found !== undefined,
    () =>
      `it has no column ${JSON.stringify(column)}${hint === undefined ? `; it has ${listed(names)}` : `. Did you mean ${JSON.stringify(hint)}?`}`,
  );
  return found;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => JSON.stringify(name));
  return `${shown.join(", ")}${names.length > 8 ? ` and ${names.length - 8} more` : ""}`;
}

/** The chosen columns side by side, [n, d]. A single matrix is passed on without a copy. */
function joined({ rows, columns }: Table, chosen: readonly string[]) {
  const parts = chosen.map((name) => ({ name, column: columns.get(name)! }));
  for (const { name, column } of parts)
    check(
      column.kind !== "texts",
      () =>
        `its column ${JSON.stringify(name)} holds texts${example(column)}. If it holds the classes or the names of the rows, pass { label: ${JSON.stringify(name)} } or { name: ${JSON.stringify(name)} }`,
    );
  const widths = parts.map(({ column }) => (column.kind === "vectors" ? column.values.shape[1] : 1));
  const width = widths.reduce((sum, each) => sum + each, 0);
  const featureNames = parts.flatMap(({ name, column }) => (column.kind === "numbers" ? [name] : []));
  const [only] = parts;
  if (parts.length === 1 && only.column.kind === "vectors") {
    checkFinite(only.column.values, chosen, widths);
    return { matrix: only.column.values, featureNames };
  }
  const data = new Float32Array(rows * width);
  let first = 0;
  parts.forEach(({ column }, part) => {
    if (column.kind === "vectors")
      for (let i = 0; i < rows; i++)
        data.set(column.values.data.subarray(i * widths[part], (i + 1) * widths[part]), i * width + first);
    else if (column.kind === "numbers")
      for (let i = 0; i < rows; i++) data[i * width + first] = column.values[i];
    first += widths[part];
  });
  const matrix: Matrix<Float32Array> = { data, shape: [rows, width] };
  checkFinite(matrix, chosen, widths);
  return { matrix, featureNames };
}

function checkFinite(
  { data, shape: [, width] }: Matrix,
  chosen: readonly string[],
  widths: readonly number[],
): void {
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) return;
  let column = wrong % width;
  let part = 0;
  while (column >= widths[part]) column -= widths[part++];
  const place = widths[part] === 1 ? "" : `, number ${column}`;
  check(
    false,
    () =>
      `its column ${JSON.stringify(chosen[part])} has ${Number.isNaN(data[wrong]) ? "no number" : "an infinite number"} in row ${Math.floor(wrong / width)}${place} (counted from 0). Fill it in, or leave out the row or the column`,
  );
}

/** Classes numbered in the order of their names, or of their numbers where they are numbers. */
function classesOf(column: Column, name: string): { labels: Int32Array; classNames: string[] } {
  const texts = textsOf(column, name).map((text) => (text === null || standsForNone(text) ? null : text));
  const found = [...new Set(texts)].filter((text) => text !== null);
  const areNumbers = found.every((text) => text.trim() !== "" && Number.isFinite(Number(text)));
  const classNames = areNumbers ? found.sort((a, b) => Number(a) - Number(b)) : found.sort();
  const numbers = new Map(classNames.map((text, number) => [text, number]));
  return { labels: Int32Array.from(texts, (text) => (text === null ? -1 : numbers.get(text)!)), classNames };
}

function textsOf(column: Column, name: string): (string | null)[] {
  check(
    column.kind !== "vectors",
    () => `its column ${JSON.stringify(name)} holds vectors, not one class or name per row`,
  );
  if (column.kind === "texts") return [...column.values];
  return Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value)));
}

/** `, such as "x" in row 1 (counted from 0)`: the first cell that is no number. A decimal comma is named. */
function example(column: Column): string {
  if (column.kind !== "texts") return "";
  const at = column.values.findIndex((value) => value !== null && !(Number(value) <= Infinity));
  const text = column.values[at];
  if (text === null || text === undefined) return "";
  const comma = /^-?\d+,\d+$/.test(text) ? "; decimals need a point" : "";
  return `, such as ${describeValue(text)} in row ${at} (counted from 0)${comma}`;
}
