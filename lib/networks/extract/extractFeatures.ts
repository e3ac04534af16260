import { createHash, type Hash } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { check, recordPart } from "../../core";
import { abortSignal, optional, path as pathName, readOptions } from "../../core/options";
import { pictureFiles, picturesOf } from "../../datasets";
import { requireEngine } from "../../engine";
import { writeSafetensors } from "../../io/files";
import { checkNetwork, fits, type Network } from "../network";
import { openPartialRows, type PartialRows } from "./partialRows";

export interface ExtractOptions {
  /** The .safetensors file that is written. Beside it, `OUT.part` keeps what is done, until all is. */
  out: string;
  /** Stops the work early; the same call goes on from there. */
  signal?: AbortSignal;
}

export type ExtractEvent =
  /** After every picture. `resumed` of the `done` ones were done by an earlier call. */
  | { kind: "picture"; file: string; done: number; resumed: number; total: number }
  /** A picture that cannot be read and is left out. */
  | { kind: "broken"; file: string; problem: string }
  /** At the end. */
  | { kind: "written"; file: string; rows: number; dimension: number; broken: number };

/**
 * Embeds all pictures of a folder by a network and writes the embeddings to a safetensors file that `loadFeatures` reads, with the pictures' names and, if they lie in
 * one folder per class, their classes. A network with `anySize` sees each picture in its own size, others in the size of their input. If it is
 * interrupted or killed, the same call goes on with the next picture.
 *
 * @example
 * const extract = async () => {
 *   const network = multiScale(googLeNet({ weights: "googlenet.onnx", pooling: rmac() }), [512, 362, 256]);
 *   for await (const event of extractFeatures("birds", network, { out: "birds.safetensors" })) console.log(event.kind);
 * };
 */
export async function* extractFeatures(
  folder: string,
  network: Network,
  options: ExtractOptions,
): AsyncGenerator<ExtractEvent, void, undefined> {
  requireEngine("extractFeatures");
  pathName.read(folder, "extractFeatures: folder");
  checkNetwork("extractFeatures: network", network);
  const { out, signal } = readOptions("extractFeatures", options, {
    out: pathName,
    signal: optional(abortSignal),
  });
  check(
    path.extname(out) === ".safetensors",
    () => `extractFeatures: out must be the name of a .safetensors file, got "${out}".`,
  );
  const files = await pictureFiles(folder);
  check(files.length > 0, () => `extractFeatures: there are no pictures in ${folder}. Check the name.`);
  const partial = await openPartialRows(`${out}.part`, await keyOf(network, files), network.dimension);
  try {
    yield* embedRest(files, network, partial, signal);
    const written = await writeRows(out, folder, files, network, await partial.read());
    await partial.remove();
    yield written;
  } finally {
    await partial.close();
  }
}

async function* embedRest(
  files: readonly string[],
  network: Network,
  partial: PartialRows,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExtractEvent, void, undefined> {
  const resumed = partial.count;
  const total = files.length;
  const broken = new Map<string, string>();
  const sizing = network.anySize === true ? {} : { size: network.inputShape.slice(0, 2) as [number, number] };
  /** A picture that is left out has a row without numbers. */
  async function* skipTo(file: string | undefined): AsyncGenerator<ExtractEvent, void, undefined> {
    while (partial.count < total && files[partial.count] !== file) {
      const skipped = files[partial.count];
      await partial.append(new Float32Array(network.dimension).fill(NaN));
      yield { kind: "broken", file: skipped, problem: broken.get(skipped) ?? "it cannot be read" };
    }
  }
  const channels = network.inputShape[2] === 1 ? 1 : 3;
  const onBroken = ({ file, problem }: { file: string; problem: string }) => void broken.set(file, problem);
  for await (const { file, pixels, shape } of picturesOf(files.slice(resumed), {
    ...sizing,
    channels,
    onBroken,
    signal,
  })) {
    yield* skipTo(file);
    await partial.append(await embedPicture(network, pixels, shape));
    yield { kind: "picture", file, done: partial.count, resumed, total };
    signal?.throwIfAborted();
  }
  yield* skipTo(undefined);
}

async function embedPicture(
  network: Network,
  pixels: Uint8Array,
  shape: readonly [height: number, width: number, channels: number],
): Promise<Float32Array> {
  check(
    fits(shape, network.inputShape, network.anySize),
    () =>
      `extractFeatures: the ${network.name} network takes [${network.inputShape.join(", ")}], got a picture of the shape [${shape.join(", ")}].`,
  );
  const embedding = tf.tidy(() => network.forward(tf.tensor(Float32Array.from(pixels), [1, ...shape])));
  try {
    return await embedding.data<"float32">();
  } finally {
    embedding.dispose();
  }
}

/** Writes the rows of the pictures that could be read. */
async function writeRows(
  out: string,
  folder: string,
  files: readonly string[],
  network: Network,
  rows: Float32Array,
): Promise<ExtractEvent> {
  const { dimension } = network;
  const whole = files.map((_, i) => i).filter((i) => !Number.isNaN(rows[i * dimension]));
  check(
    whole.length > 0,
    () =>
      `extractFeatures: no picture in ${folder} can be read. Check that they are PNG, JPEG, WebP or GIF files.`,
  );
  const features = new Float32Array(whole.length * dimension);
  whole.forEach((i, row) => {
    features.set(rows.subarray(i * dimension, (i + 1) * dimension), row * dimension);
  });
  const names = whole.map((i) => path.relative(folder, files[i]).split(path.sep).join("/"));
  const texts = {
    file: names,
    ...(names.every((name) => name.includes("/")) && { class: names.map(folderOf) }),
  };
  await writeSafetensors(out, {
    arrays: { features: { data: features, shape: [whole.length, dimension] } },
    metadata: { columns: JSON.stringify(texts), network: JSON.stringify(recordPart(network)) },
  });
  return { kind: "written", file: out, rows: whole.length, dimension, broken: files.length - whole.length };
}

const folderOf = (name: string) => name.split("/").at(-2)!;

/** Stands for the network with its weights and the pictures as they are now. */
async function keyOf(network: Network, files: readonly string[]): Promise<Buffer> {
  const hash = createHash("sha256").update(JSON.stringify(recordPart(network)));
  for (const parameter of Object.values(network.parameters)) addNumbers(hash, await parameter.data());
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`\n${file} ${size} ${mtimeMs}`);
  }
  return hash.digest();
}

function addNumbers(hash: Hash, { buffer, byteOffset, byteLength }: tf.backend_util.TypedArray): void {
  hash.update(new Uint8Array(buffer, byteOffset, byteLength));
}
