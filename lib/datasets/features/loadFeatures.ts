import { stat } from "node:fs/promises";
import path from "node:path";
import { check, UserError } from "../../core";
import {
  abortSignal,
  anything,
  flag,
  optional,
  path as pathValue,
  readOptions,
  wrongValue,
} from "../../core/options";
import { isFrame, type FrameLike } from "../../core/values";
import { isFile, isFolder } from "../../io/files";
import { readArrow } from "./arrowFile";
import { chooseFeatures, type Choice, type ColumnName, type Features } from "./chooseFeatures";
import { readCsv } from "./csvFile";
import { readNpy } from "./npyFile";
import { readNpz } from "./npzFile";
import { readParquet } from "./parquetFile";
import { readSafetensorsColumns } from "./safetensorsColumns";
import { columnOfValues, lengthOf, type Column, type Table } from "./table";

export type { Features };

export interface FeatureOptions {
  /** The column or array that holds the classes: its name, or its position, −1 for the last. */
  label?: ColumnName;
  /** The column that names the rows, such as their files. */
  name?: ColumnName;
  /** The columns or the array of features. Default: all others. */
  features?: ColumnName | readonly ColumnName[];
  /** Whether the first line of a text file names the columns. By default it does if it holds no numbers. */
  header?: boolean;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

const isColumnName = (value: unknown) => typeof value === "string" || Number.isInteger(value);
const featureSchema = {
  label: optional(anything<ColumnName>()),
  name: optional(anything<ColumnName>()),
  features: optional(anything<ColumnName | readonly ColumnName[]>()),
  header: optional(flag()),
  signal: optional(abortSignal),
};

const kinds = ".npy, .npz, .csv, .tsv, .csv.gz, .tsv.gz, .parquet, .arrow, .feather or .safetensors";

/**
 * Reads feature vectors, and labels where there are any, from a file or a Danfo DataFrame. Numbers become float32. In the column `label`,
 * an empty field, ?, NA and −1 mean unlabeled. Text files may be gzipped. A column of a Parquet or Arrow file may hold a vector per row. The
 * columns `file` and `class`, as our own files have them, are names and classes without being named.
 *
 * @example
 * const trees = { columns: ["width", "height", "kind"], values: [[1, 2, "oak"], [3, 4, "elm"], [1, 3, ""]] }; // or "trees.csv"
 * const { features, labels, classNames } = await loadFeatures(trees, { label: "kind" });
 * features.shape; // → [3, 2]
 * Array.from(labels, (label) => classNames[label] ?? "unlabeled"); // → ["oak", "elm", "unlabeled"]
 */
export async function loadFeatures(
  source: string | FrameLike,
  options: FeatureOptions = {},
): Promise<Features> {
  const { label, name, features, header, signal } = readOptions("loadFeatures", options, featureSchema);
  for (const [option, value] of Object.entries({ label, name }))
    if (value !== undefined && !isColumnName(value))
      throw wrongValue(`loadFeatures: ${option}`, "a column's name or position", value);
  const chosen: Choice = { label, name, features };
  if (isFrame(source)) return about("the DataFrame", () => chooseFeatures(tableOf(source), chosen));
  const file = pathValue.read(source, "loadFeatures: source");
  check(
    !isFolder(file),
    () =>
      `loadFeatures: ${file} is a folder. Name a file; pictures are read by imageFolder or extractFeatures.`,
  );
  check(isFile(file), () => `loadFeatures: ${file} is not a file. Check the name.`);
  const table = await about(file, () => readTable(file, chosen, header, signal), adviceFor(file));
  return about(file, () => chooseFeatures(table, withOwnRoles(table, chosen)));
}

/** What we write needs no roles: `file` names the rows, and `class` beside it, or as a text, is their class. */
function withOwnRoles({ columns }: Table, { label, name, features }: Choice): Choice {
  const isTexts = (column: string) => columns.get(column)?.kind === "texts";
  const ownName = isTexts("file") ? "file" : undefined;
  const isClass = isTexts("class") || (ownName !== undefined && columns.get("class")?.kind === "numbers");
  return { label: label ?? (isClass ? "class" : undefined), name: name ?? ownName, features };
}

async function readTable(
  file: string,
  { label, name }: Choice,
  header: boolean | undefined,
  signal: AbortSignal | undefined,
): Promise<Table> {
  check((await stat(file)).size > 0, () => "it is empty");
  const [, kind] = /(\.[a-z]+(?:\.gz)?)$/i.exec(path.basename(file).toLowerCase()) ?? [];
  switch (kind) {
    case ".npy":
      return ofArrays(new Map([["features", await readNpy(file, signal)]]));
    case ".npz":
      return ofArrays(await readNpz(file, signal));
    case ".safetensors":
      return ofArrays(await readSafetensorsColumns(file, signal));
    case ".parquet":
      return readParquet(file, signal);
    case ".arrow":
    case ".arrows":
    case ".feather":
      return readArrow(file, signal);
    case ".csv":
    case ".csv.gz":
    case ".tsv":
    case ".tsv.gz": {
      const separator = kind.startsWith(".tsv") ? "\t" : undefined;
      const isText = (column: string, position: number, columns: number) =>
        [label, name].some((asked) => asked === column || asked === position || asked === position - columns);
      return readCsv(file, { separator, header, isText, signal });
    }
    default:
      throw new UserError(`its name must end in ${kinds}. Save it in one of these formats`);
  }
}

/** The arrays with as many rows as the first matrix; others, such as weights, do not belong to the rows. */
function ofArrays(columns: Map<string, Column>): Table {
  const matrix = [...columns.values()].find(({ kind }) => kind === "vectors");
  check(matrix !== undefined, () => "it holds no matrix of features, [n, d]");
  const rows = lengthOf(matrix);
  return { rows, columns: new Map([...columns].filter(([, column]) => lengthOf(column) === rows)) };
}

function tableOf(frame: FrameLike): Table {
  const rows = frame.values as readonly ArrayLike<unknown>[];
  const columns = frame.columns.map((name, j): [string, Column] => [
    String(name),
    columnOfValues(
      Array.from(rows, (row) => row[j]),
      String(name),
    ),
  ]);
  return { rows: rows.length, columns: new Map(columns) };
}

/** What to do about a file that cannot be read. */
const adviceFor = (file: string) =>
  /\.[ct]sv$/i.test(file) ? " Correct the file." : " Write the file again.";

/** Errors name the file. Those of the parsers, which know only bytes, are about a damaged file. */
async function about<Result>(
  file: string,
  work: () => Result | Promise<Result>,
  advice = "",
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "AbortError") throw error;
    const reason = printable(message).replace(/[^.?]$/, "$&.");
    if (error instanceof UserError) {
      const hasAdvice = /[.:;] ./.test(reason);
      throw new UserError(`loadFeatures: ${file} cannot be used: ${reason}${hasAdvice ? "" : advice}`);
    }
    // Mistakes of a parser, such as the property of nothing, tell the reader nothing.
    const detail =
      error instanceof TypeError || error instanceof RangeError ? "" : ` (${reason.slice(0, -1)})`;
    throw new UserError(`loadFeatures: ${file} is damaged, or not what its name says${detail}.${advice}`);
  }
}

/** On one line, without control characters of a damaged file. */
const printable = (text: string) => text.replace(/[\s\p{C}]+/gu, " ");
