import { aboutFile, check } from "../core";
import { hasHoles, isArray, path } from "../core/options";
import type { Matrix } from "../core/values";
import {
  formatText,
  foundFormat,
  isOfFormat,
  parseAnyJson,
  readSafetensors,
  writeSafetensors,
  type NamedArray,
  type SavedFormat,
} from "../io/files";

const format: SavedFormat = { name: "ssdml search index", version: 1 };

/** What a file keeps of an index. */
export interface IndexContent {
  embeddings: Matrix<Float32Array>;
  names: readonly string[] | undefined;
}

/** Writes embeddings and, as bytes of a JSON list, names. `about` are further texts, such as what made them. */
export async function saveIndex(
  { embeddings, names }: IndexContent,
  file: string,
  about: Record<string, string> = {},
): Promise<void> {
  const text = names && Buffer.from(JSON.stringify(names));
  await writeSafetensors(file, {
    arrays: {
      embeddings,
      ...(text && { names: { data: new Int8Array(text), shape: [text.length] } }),
    },
    metadata: { ...about, format: formatText(format) },
  });
}

/** Reads what `saveIndex` wrote. */
export async function readIndex(
  caller: string,
  file: string,
): Promise<IndexContent & { about: Record<string, string> }> {
  path.read(file, `${caller}: file`);
  const loaded = await readSafetensors(file);
  check(
    isOfFormat(loaded, format),
    () => `${caller}: ${file} must be a "${formatText(format)}", got ${foundFormat(loaded, format)}.`,
  );
  const { embeddings, names } = loaded.arrays as Record<string, NamedArray | undefined>;
  return aboutFile(`${caller}: ${file} cannot be used`, () => {
    check(
      embeddings?.data instanceof Float32Array && embeddings.shape.length === 2 && embeddings.data.length > 0,
      () => "it has no float32 matrix of embeddings.",
    );
    const [count, d] = embeddings.shape;
    check(embeddings.data.every(Number.isFinite), () => "its embeddings are not finite.");
    return {
      embeddings: { data: embeddings.data, shape: [count, d] },
      names: names && readNames(names, count, file),
      about: loaded.metadata,
    };
  });
}

function readNames({ data }: NamedArray, count: number, file: string): string[] {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("utf8");
  const names = parseAnyJson(text, `the names in ${file}`, "Save the index again.");
  check(
    isArray(names) &&
      names.length === count &&
      !hasHoles(names) &&
      names.every((name) => typeof name === "string"),
    () => `it must have a name for each of ${count} embeddings.`,
  );
  return names as string[];
}
