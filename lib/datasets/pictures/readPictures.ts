import fs from "node:fs/promises";
import { check, plural, UserError } from "../../core";
import { step, type FetchEvent } from "../../io/download";
import type { LabeledImages } from "../images/images";
import { decodePicture, type Picture } from "./decodePicture";
import { defaultMaxPixels } from "./pictureOptions";
import { resizePicture } from "./resizePicture";

/** A picture file and its class. */
export interface Example {
  file: string;
  label: number;
}

export interface ReadOptions {
  /** The height and width that all pictures are resized to. Without it, all must have the same size. */
  size?: number | [height: number, width: number] | undefined;
  /** 3 for color (default), 1 for gray. */
  channels?: 1 | 3 | undefined;
  /** Maximum number of pixels per picture, against small files that unpack to gigabytes. Default 89,478,485, as in Pillow. */
  maxPixels?: number | undefined;
  /** Called as the pictures are read. */
  onProgress?: ((event: FetchEvent) => void) | undefined;
  /** Stops the work early: the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const tellEvery = 1000;

/** Reads pictures into one array, in the order given. */
export async function readPictures(
  caller: string,
  examples: Example[],
  { size, channels = 3, maxPixels = defaultMaxPixels, onProgress, signal }: ReadOptions,
): Promise<LabeledImages> {
  let shape = size === undefined ? undefined : checkedSize(caller, size, maxPixels);
  let data: Uint8Array = new Uint8Array(0);
  for (const [at, { file }] of examples.entries()) {
    signal?.throwIfAborted();
    const decoded = await decodePicture(await readPicture(file), channels, file, maxPixels);
    const picture = size === undefined ? decoded : resizePicture(decoded, ...shape!);
    shape ??= [picture.height, picture.width];
    const [height, width] = shape;
    check(
      picture.height === height && picture.width === width,
      () =>
        `${caller}: ${file} is ${picture.height} × ${picture.width} (height × width), but the pictures before it are ` +
        `${height} × ${width}. Pass the size option to resize all of them.`,
    );
    if (at === 0) data = bytesFor(caller, examples.length, picture);
    data.set(picture.data, at * picture.data.length);
    if ((at + 1) % tellEvery === 0)
      onProgress?.(step(`Read ${at + 1} of ${plural(examples.length, "picture")}.`));
  }
  const [height, width] = shape ?? [0, 0];
  return {
    images: { data, shape: [examples.length, height, width, channels] },
    labels: Int32Array.from(examples, ({ label }) => label),
  };
}

/** A buffer for all pictures, each as large as the first. */
function bytesFor(caller: string, count: number, { data, height, width }: Picture): Uint8Array {
  try {
    return new Uint8Array(count * data.length);
  } catch {
    throw new UserError(
      `${caller}: ${plural(count, "picture")} of ${height} × ${width} need ${Math.ceil((count * data.length) / 2 ** 30)} GB of memory. Pass a smaller size.`,
    );
  }
}

async function readPicture(file: string): Promise<Buffer> {
  return fs.readFile(file).catch((error: unknown) => {
    throw new UserError(`${file} cannot be read (${(error as Error).message}). Restore it.`);
  });
}

function checkedSize(
  caller: string,
  size: number | [number, number],
  maxPixels: number,
): [height: number, width: number] {
  const pair: [number, number] = typeof size === "number" ? [size, size] : size;
  check(
    pair[0] * pair[1] <= maxPixels,
    () =>
      `${caller}: size ${JSON.stringify(size)} has more pixels than maxPixels allows (${maxPixels}). Lower size or raise maxPixels.`,
  );
  return pair;
}
