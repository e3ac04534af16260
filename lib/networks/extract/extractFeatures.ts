import { rm } from "node:fs/promises";
import path from "node:path";
import { check } from "../../core";
import { abortSignal, optional, path as pathName, readOptions } from "../../core/options";
import { pictureClasses, pictureFiles, pictureName } from "../../datasets";
import { requireEngine } from "../../engine";
import { requireWritable, writeSafetensors } from "../../io/files";
import type { Network } from "../network";
import type { OnnxNetwork } from "../onnxNetwork";
import { extractorOf } from "./extractor";
import { extractRows, type RowEvent } from "./extractRows";

export interface ExtractOptions {
  /** The .safetensors file that is written. Beside it, `OUT.part` keeps what is done, until all is. */
  out: string;
  /** The text file in the folder that lists pictures with their classes. By default labels.csv if the folder has one. */
  labels?: string;
  /** Stops the work early; the same call goes on from there. */
  signal?: AbortSignal;
}

export type ExtractEvent =
  | RowEvent
  /** At the end. */
  | { kind: "written"; file: string; rows: number; dimension: number; broken: number };

/**
 * Embeds all pictures of a folder by a network and writes the embeddings to a safetensors file that `loadFeatures` reads, with the pictures'
 * names and, if a labels.csv lists them or they lie in one folder per class, their classes. A network with `anySize` sees each picture in its own
 * size, others in the size of their input. If it is interrupted or killed, the same call goes on with the next picture.
 *
 * @example
 * const extract = async () => {
 *   const network = multiScale(googLeNet({ weights: "googlenet.onnx", pooling: rmac() }), [512, 362, 256]);
 *   for await (const event of extractFeatures("birds", network, { out: "birds.safetensors" })) console.log(event.kind);
 * };
 */
export async function* extractFeatures(
  folder: string,
  network: Network | OnnxNetwork,
  options: ExtractOptions,
): AsyncGenerator<ExtractEvent, void, undefined> {
  const caller = "extractFeatures";
  requireEngine(caller);
  pathName.read(folder, `${caller}: folder`);
  const extractor = extractorOf(`${caller}: network`, network);
  const { out, labels, signal } = readOptions(caller, options, {
    out: pathName,
    labels: optional(pathName),
    signal: optional(abortSignal),
  });
  check(
    path.extname(out) === ".safetensors",
    () => `${caller}: out must be the name of a .safetensors file, got "${out}".`,
  );
  const found = await pictureFiles(folder, caller);
  check(found.length > 0, () => `${caller}: there are no pictures in ${folder}. Check the name.`);
  const classes = await pictureClasses(caller, folder, found, { labels, signal });
  await requireWritable(path.dirname(out), path.basename(out));
  const partial = `${out}.part`;
  const { files, rows } = yield* extractRows(caller, found, extractor, { partial, signal });
  const texts = {
    file: files.map((file) => pictureName(folder, file)),
    ...(classes && { class: files.map((file) => classes.get(file) ?? "") }),
  };
  await writeSafetensors(out, {
    arrays: { features: rows },
    metadata: { columns: JSON.stringify(texts), network: JSON.stringify(extractor.record) },
  });
  await rm(partial, { force: true });
  const [count, dimension] = rows.shape;
  yield { kind: "written", file: out, rows: count, dimension, broken: found.length - count };
}
