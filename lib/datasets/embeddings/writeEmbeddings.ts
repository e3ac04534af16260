import path from "node:path";
import { check } from "../../core";
import { argument } from "../../core/options";
import type { Matrix } from "../../core/values";
import { writeAtomically, writeSafetensors } from "../../io/files";
import { writeParquet } from "./writeParquet";

/** Embeddings with what their rows are called and, where that is known, their classes; null is unlabeled. */
export interface NamedEmbeddings {
  embeddings: Matrix<Float32Array>;
  names: readonly string[];
  classes?: readonly (string | null)[] | undefined;
}

const kinds = [".parquet", ".npy", ".csv", ".safetensors"];

/** The name of a file that `writeEmbeddings` writes. */
export const embeddingsFile = argument<string>(
  `the name of a file that ends in ${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)!}`,
  (value) => typeof value === "string" && kinds.includes(path.extname(value).toLowerCase()),
);

/**
 * Writes embeddings in the format that the file's name says; `loadFeatures` reads all of them. An .npy file has room for numbers only, so names
 * and classes go into a text file beside it. Returns the files.
 */
export async function writeEmbeddings(file: string, content: NamedEmbeddings): Promise<string[]> {
  const { embeddings, names, classes } = content;
  check(
    names.length === embeddings.shape[0],
    () => `${file}: there are ${names.length} names for ${embeddings.shape[0]} embeddings.`,
  );
  switch (path.extname(file).toLowerCase()) {
    case ".parquet":
      await writeParquet(file, content);
      return [file];
    case ".npy": {
      const list = `${file.slice(0, -4)}.names.csv`;
      await writeAtomically(file, npyParts(embeddings));
      await writeAtomically(list, csvLines(content, false));
      return [file, list];
    }
    case ".csv":
      await writeAtomically(file, csvLines(content, true));
      return [file];
    default: {
      const texts = { file: names, ...(classes && { class: classes.map((name) => name ?? "") }) };
      const { data, shape } = embeddings;
      await writeSafetensors(file, {
        arrays: { embeddings: { data, shape: [...shape] } },
        metadata: { columns: JSON.stringify(texts) },
      });
      return [file];
    }
  }
}

/** NumPy's format, version 1.0: the numbers begin at a multiple of 64 bytes. */
function npyParts({ data, shape: [count, d] }: Matrix<Float32Array>): Uint8Array[] {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${count}, ${d}), }`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 255, length >> 8]);
  const header = Buffer.from(`${text.padEnd(length - 1)}\n`, "latin1");
  return [start, header, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
}

/** The table with its head, some lines at a time. */
function* csvLines({ embeddings, names, classes }: NamedEmbeddings, withNumbers: boolean): Generator<string> {
  const { data, shape } = embeddings;
  const d = withNumbers ? shape[1] : 0;
  const head = ["file", ...(classes ? ["class"] : []), ...Array.from({ length: d }, (_, j) => `z${j}`)];
  let lines = `${head.join()}\n`;
  for (let i = 0; i < names.length; i++) {
    const cells = [csvText(names[i]), ...(classes ? [csvText(classes[i] ?? "")] : [])];
    for (let j = 0; j < d; j++) cells.push(shortest(data[i * d + j]));
    lines += `${cells.join()}\n`;
    if (lines.length < 1 << 20) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

/** The digits of a float32: nine of them tell every one from its neighbors. */
const shortest = (value: number) => String(Number(value.toPrecision(9)));

const csvText = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
