import path from "node:path";
import { check, drainAsync, UserError } from "../core";
import { didYouMean } from "../core/options";
import { pictureName } from "../datasets";
import { isFile } from "../io/files";
import type { LearnedModel } from "../methods";
import { extractorOf, extractRows, type Extractor } from "../networks";
import type { Terminal } from "./command";
import type { EmbedSource } from "./embedSource";
import { openFeatureNetwork } from "./featureNetwork";
import type { OpenIndex } from "./openIndex";
import { recordedNetwork } from "./recordedNetwork";

/** A query: what was typed, its embedding, and its row if it is in the index. */
export interface Query {
  name: string;
  embedding: Float32Array;
  /** The row that is not among its own neighbors. */
  row?: number;
  /** The picture, if it is one that is not in the index. */
  file?: string;
}

/** The embeddings of what was typed: names of the index, or pictures. */
export async function readQueries(
  words: readonly string[],
  { index, names }: OpenIndex,
  source: EmbedSource,
  model: LearnedModel,
  terminal: Terminal,
): Promise<Query[]> {
  const rows = new Map(names.map((name, row) => [name, row]));
  const [, d] = index.embeddings.shape;
  const found = words.map((word): Partial<Query> & { name: string } => {
    const inFolder = source.folder === undefined ? undefined : pictureName(source.folder, path.resolve(word));
    const row = rows.get(word) ?? (inFolder === undefined ? undefined : rows.get(inFolder));
    if (row !== undefined)
      return { name: names[row], row, embedding: index.embeddings.data.subarray(row * d, (row + 1) * d) };
    check(
      isFile(word),
      () =>
        `search: "${word}" is neither a picture file nor the name of an example, such as "${names[0]}".${didYouMean(word, names.slice(0, 10_000))}`,
    );
    return { name: word, file: word };
  });
  const pictures = found.flatMap(({ file }) => (file === undefined ? [] : [file]));
  if (pictures.length === 0) return found as Query[];
  const embeddings = await embedQueries(pictures, source, model, terminal);
  return found.map((query) => ({ embedding: embeddings.get(query.file ?? ""), ...query }) as Query);
}

async function embedQueries(
  files: readonly string[],
  { extractor, features }: EmbedSource,
  model: LearnedModel,
  terminal: Terminal,
): Promise<Map<string, Float32Array>> {
  if (extractor !== undefined) return vectorsOf(files, extractor);
  const record = await recordedNetwork("search", features!);
  const network = await openFeatureNetwork(record, terminal);
  try {
    const vectors = await vectorsOf(files, extractorOf("search: network", network));
    return new Map([...vectors].map(([file, vector]) => [file, transformed(model, vector)]));
  } finally {
    await network.dispose();
  }
}

async function vectorsOf(files: readonly string[], extractor: Extractor): Promise<Map<string, Float32Array>> {
  const once = [...new Set(files)];
  const { rows } = await drainAsync(extractRows("search", once, extractor, {}), (event) => {
    if (event.kind === "broken") throw new UserError(`search: ${event.problem}`);
  });
  const [, d] = rows.shape;
  return new Map(once.map((file, i) => [file, rows.data.subarray(i * d, (i + 1) * d)]));
}

function transformed(model: LearnedModel, vector: Float32Array): Float32Array {
  const tensor = model.transform({ data: vector, shape: [1, vector.length] });
  try {
    return tensor.dataSync<"float32">();
  } finally {
    tensor.dispose();
  }
}
