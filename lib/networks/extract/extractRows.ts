import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { check } from "../../core";
import { picturesOf, type FolderPicture } from "../../datasets";
import { fits } from "../network";
import type { Extractor } from "./extractor";
import { openPartialRows, type PartialRows } from "./partialRows";

export type RowEvent =
  /** After every picture. `resumed` of the `done` ones were done by an earlier call. */
  | { kind: "picture"; file: string; done: number; resumed: number; total: number }
  /** A picture that cannot be read and is left out. */
  | { kind: "broken"; file: string; problem: string };

/** The vectors of the pictures that could be read. */
export interface ExtractedRows {
  files: string[];
  rows: { data: Float32Array; shape: [count: number, dimension: number] };
}

/** Pictures that go through a network at a time. */
const batchSize = 32;

/**
 * The vectors of pictures in the order of the files. What is done lies in the file `partial` until all is: if the work is interrupted, the
 * same call goes on with the next picture. Without `partial`, it stays in memory.
 */
export async function* extractRows(
  caller: string,
  files: readonly string[],
  extractor: Extractor,
  { partial: place, signal }: { partial?: string | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<RowEvent, ExtractedRows, undefined> {
  const partial = await openPartialRows(place, await keyOf(extractor, files), extractor.dimension);
  try {
    yield* extractRest(caller, files, extractor, partial, signal);
    const result = withoutBroken(files, await partial.read(), extractor.dimension);
    check(
      result.files.length > 0,
      () =>
        `${caller}: no picture in ${path.dirname(files[0])} can be read. Check that they are PNG, JPEG, WebP or GIF files.`,
    );
    return result;
  } finally {
    await partial.close();
  }
}

/** Stands for what computes the vectors and for the pictures as they are now. */
export async function keyOf(extractor: Extractor, files: readonly string[]): Promise<Buffer> {
  const hash = createHash("sha256");
  await extractor.identify(hash);
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`\n${file} ${size} ${mtimeMs}`);
  }
  return hash.digest();
}

async function* extractRest(
  caller: string,
  files: readonly string[],
  extractor: Extractor,
  partial: PartialRows,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowEvent, void, undefined> {
  const { inputShape, anySize = false, dimension } = extractor;
  const resumed = partial.count;
  const total = files.length;
  const broken = new Map<string, string>();
  /** A picture that is left out has a row without numbers. */
  async function* skipTo(file: string | undefined): AsyncGenerator<RowEvent, void, undefined> {
    while (partial.count < total && files[partial.count] !== file) {
      const skipped = files[partial.count];
      await partial.append(new Float32Array(dimension).fill(NaN));
      yield { kind: "broken", file: skipped, problem: broken.get(skipped) ?? "it cannot be read" };
    }
  }
  const pictures = picturesOf(files.slice(resumed), {
    ...(!anySize && { size: [inputShape[0], inputShape[1]] }),
    channels: inputShape[2] === 1 ? 1 : 3,
    onBroken: ({ file, problem }) => void broken.set(file, problem),
    signal,
  });
  for await (const batch of batches(pictures, anySize ? 1 : batchSize)) {
    const { shape } = batch[0];
    check(
      fits(shape, inputShape, anySize),
      () =>
        `${caller}: the ${extractor.name} network takes [${inputShape.join(", ")}], got a picture of the shape [${shape.join(", ")}].`,
    );
    const rows = Float32Array.from(await extractor.extract(stacked(batch)));
    for (const [i, { file }] of batch.entries()) {
      yield* skipTo(file);
      await partial.append(rows.subarray(i * dimension, (i + 1) * dimension));
      yield { kind: "picture", file, done: partial.count, resumed, total };
    }
    signal?.throwIfAborted();
  }
  yield* skipTo(undefined);
}

async function* batches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[], void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function stacked(pictures: readonly FolderPicture[]) {
  const [{ pixels: first, shape }] = pictures;
  const data = new Uint8Array(pictures.length * first.length);
  pictures.forEach(({ pixels }, i) => {
    data.set(pixels, i * first.length);
  });
  return { data, shape: [pictures.length, ...shape] as [number, number, number, number] };
}

function withoutBroken(files: readonly string[], rows: Float32Array, dimension: number): ExtractedRows {
  const whole = files.map((_, i) => i).filter((i) => !Number.isNaN(rows[i * dimension]));
  const data = new Float32Array(whole.length * dimension);
  whole.forEach((i, row) => {
    data.set(rows.subarray(i * dimension, (i + 1) * dimension), row * dimension);
  });
  return { files: whole.map((i) => files[i]), rows: { data, shape: [whole.length, dimension] } };
}
