import path from "node:path";
import { check, plural, UserError } from "../../core";
import { closest, isRecord } from "../../core/options";
import { standsForNone } from "../../core/values";
import { isFile } from "../../io/files";
import { readCsv } from "../features/csvFile";
import type { Table } from "../features/table";

/** Where the labels of a folder's pictures are: a text file in the folder, and the names of its columns. */
export interface LabelsFile {
  /** The file's name, from the folder on. Default "labels.csv". */
  path?: string;
  /** The column with the picture's names, from the folder on. Default "file". */
  file?: string;
  /** The column with their classes. Default "label". */
  label?: string;
}

export const defaultLabelsFile = "labels.csv";

/** Whether a value is what the option `labels` takes. */
export function isLabelsOption(value: unknown): value is string | false | LabelsFile {
  const isName = (text: unknown) => typeof text === "string" && text !== "" && !text.includes("\0");
  if (value === false || isName(value)) return true;
  return (
    isRecord(value) &&
    Object.entries(value).every(([name, text]) => ["path", "file", "label"].includes(name) && isName(text))
  );
}

/** The name of the labels file; undefined where none was asked for and the folder has none. */
export function findLabelsFile(
  folder: string,
  labels: string | false | LabelsFile | undefined,
  caller = "imageFolder",
): Required<LabelsFile> | undefined {
  if (labels === false) return undefined;
  const given = typeof labels === "string" ? { path: labels } : labels;
  const place = path.resolve(folder, given?.path ?? defaultLabelsFile);
  if (!isFile(place)) {
    if (given === undefined) return undefined;
    throw new UserError(`${caller}: labels names ${place}, which is not a file. Check the name.`);
  }
  return { path: place, file: given?.file ?? "file", label: given?.label ?? "label" };
}

/**
 * The class of each picture that a labels file names, null where it is unlabeled. `pictures` are the names of the pictures in the
 * folder, with "/" between folders.
 */
export async function readLabelsFile(
  { path: place, file, label }: Required<LabelsFile>,
  pictures: readonly string[],
  signal?: AbortSignal,
  caller = "imageFolder",
): Promise<Map<string, string | null>> {
  try {
    const separator = /\.tsv(\.gz)?$/i.test(place) ? "\t" : undefined;
    const table = await readCsv(place, { separator, header: true, isText: () => true, signal });
    return classesIn(table, file, label, new Set(pictures));
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "AbortError") throw error;
    throw new UserError(`${caller}: ${place} cannot be used: ${message.replace(/[^.?]$/, "$&.")}`);
  }
}

function classesIn(
  table: Table,
  file: string,
  label: string,
  pictures: ReadonlySet<string>,
): Map<string, string | null> {
  const files = textsOf(table, file, "file");
  const labels = textsOf(table, label, "label");
  const classes = new Map<string, string | null>();
  let missing = 0;
  let first = "";
  for (let row = 0; row < files.length; row++) {
    const where = `row ${row + 1} below the header`;
    const name = path.posix.normalize((files[row] ?? "").replaceAll("\\", "/"));
    check(files[row] !== null, () => `its ${where} names no file`);
    check(
      !path.isAbsolute(name) && name.split("/")[0] !== "..",
      () => `its ${where} names ${JSON.stringify(files[row])}, which is outside the folder`,
    );
    if (!pictures.has(name)) {
      if (missing++ === 0)
        first = `its ${where} names ${JSON.stringify(files[row])}, which ${hintFor(name, pictures)}`;
      continue;
    }
    const given = labels[row];
    const known = given === null || standsForNone(given) ? null : given;
    check(
      !classes.has(name) || classes.get(name) === known,
      () =>
        `its ${where} gives ${JSON.stringify(name)} the label ${JSON.stringify(known)}, but a row before it ${JSON.stringify(classes.get(name))}`,
    );
    classes.set(name, known);
  }
  check(
    missing === 0,
    () => `${first}${missing > 1 ? ` Neither are ${plural(missing - 1, "other file")} that it names.` : ""}`,
  );
  check(
    [...classes.values()].some((known) => known !== null),
    () => `its column ${JSON.stringify(label)} has no label. Label some pictures of each class`,
  );
  return classes;
}

function textsOf({ columns }: Table, name: string, option: "file" | "label"): readonly (string | null)[] {
  const column = columns.get(name);
  const names = [...columns.keys()].map((each) => JSON.stringify(each)).join(", ");
  check(
    column?.kind === "texts",
    () =>
      `it has no column ${JSON.stringify(name)}; its first line names ${names === "" ? "none" : names.slice(0, 200)}. Name the columns file and label, or pass labels: { ${option}: "…" }`,
  );
  return column.values;
}

function hintFor(name: string, pictures: ReadonlySet<string>): string {
  const ending = `/${path.posix.basename(name)}`;
  const all = [...pictures];
  const near =
    all.find((picture) => `/${picture}`.endsWith(ending)) ??
    all.find((picture) => picture.replace(/\.[^.]*$/, "") === name) ??
    closest(name, all.slice(0, 1000));
  return `is no picture in the folder.${near === undefined ? " Names start at the folder, such as birds/1.jpg." : ` Did you mean ${JSON.stringify(near)}?`}`;
}
