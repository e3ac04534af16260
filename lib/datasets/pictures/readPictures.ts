import { check, plural, UserError } from "../../core";
import { step, type FetchEvent } from "../../io/download";
import type { LabeledImages, SkippedPicture } from "../images/images";
import type { Picture } from "./decodePicture";
import { eachPicture } from "./eachPicture";
import type { Fit } from "./fitPicture";
import type { DecoderName } from "./pictureForm";
import { defaultMaxPixels, targetOf } from "./pictureOptions";

/** A picture file and its class, −1 for unlabeled. */
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

/** How this library reads pictures, beyond what its callers choose. */
interface Reading extends ReadOptions {
  fit?: Fit | undefined;
  decoder?: DecoderName | undefined;
  /** Whether a picture that cannot be read stops the work. Default true. */
  isFatal?: boolean;
}

/** The pictures that could be read, in the order given, and the others. */
export interface ReadPictures extends LabeledImages {
  read: Example[];
  skipped: SkippedPicture[];
}

/** Reads pictures into one array, on all cores. */
export async function readPictures(
  caller: string,
  examples: readonly Example[],
  reading: Reading,
): Promise<ReadPictures> {
  const {
    size,
    fit,
    channels = 3,
    maxPixels = defaultMaxPixels,
    onProgress,
    signal,
    isFatal = true,
  } = reading;
  const target = targetOf(caller, { size, fit, maxPixels });
  const files = examples.map(({ file }) => file);
  const read: Example[] = [];
  const skipped: SkippedPicture[] = [];
  let shape: [height: number, width: number] | undefined;
  let data: Uint8Array = new Uint8Array(0);
  let at = 0;
  for await (const result of eachPicture(files, { channels, maxPixels, target }, { ...reading, signal })) {
    const example = examples[at++];
    if (at % tellEvery === 0) onProgress?.(step(`Read ${at} of ${plural(examples.length, "picture")}.`));
    if ("error" in result) {
      if (isFatal) throw result.error;
      skipped.push({ file: result.file, problem: result.error.message });
      continue;
    }
    const { file, picture } = result;
    shape ??= [picture.height, picture.width];
    const [height, width] = shape;
    check(
      picture.height === height && picture.width === width,
      () =>
        `${caller}: ${file} is ${picture.height} × ${picture.width} (height × width), but the pictures before it are ` +
        `${height} × ${width}. Pass the size option to resize all of them.`,
    );
    if (read.length === 0) data = bytesFor(caller, examples.length, picture);
    data.set(picture.data, read.length * picture.data.length);
    read.push(example);
  }
  const first = skipped.at(0)?.problem;
  check(
    read.length > 0 || first === undefined,
    () => `${caller}: none of ${plural(examples.length, "picture")} can be read. The first problem: ${first}`,
  );
  const [height, width] = shape ?? [0, 0];
  return {
    images: {
      data: data.subarray(0, read.length * height * width * channels),
      shape: [read.length, height, width, channels],
    },
    labels: Int32Array.from(read, ({ label }) => label),
    read,
    skipped,
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
