import fs from "node:fs/promises";
import path from "node:path";
import {
  about,
  abortSignal,
  functionValue,
  oneOf,
  optional,
  path as pathName,
  readOptions,
} from "../../core/options";
import { check } from "../../core";
import type { SkippedPicture } from "../images/images";
import { eachPicture } from "./eachPicture";
import type { Fit } from "./fitPicture";
import type { DecoderName } from "./pictureForm";
import { decoderName, pictureFit, pictureSize, pixelLimit, sideLength, targetOf } from "./pictureOptions";
import { isPictureFile } from "./pictureKinds";

export interface PicturesOptions {
  /** The height and width of all pictures. Without it and `longerSide`, each keeps its own. */
  size?: number | [height: number, width: number] | undefined;
  /** How pictures of another shape fill `size`. Default "stretch". */
  fit?: Fit | undefined;
  /** The longer side of all pictures, which keep their aspect ratio. */
  longerSide?: number | undefined;
  /** 3 for color (default), 1 for gray. */
  channels?: 1 | 3 | undefined;
  /** Maximum number of pixels per picture file. Default 89,478,485. */
  maxPixels?: number | undefined;
  /** "auto" (default) takes sharp if it is installed. */
  decoder?: DecoderName | undefined;
  /** Called for each picture that cannot be read, which is then left out. Without it, the first one is thrown. */
  onBroken?: ((broken: SkippedPicture) => void) | undefined;
  /** Stops the work early. */
  signal?: AbortSignal | undefined;
}

/** A decoded picture: the value (y, x, c) is `pixels[(y * width + x) * channels + c]`. */
export interface FolderPicture {
  file: string;
  pixels: Uint8Array;
  shape: [height: number, width: number, channels: number];
}

const schema = {
  size: pictureSize,
  fit: pictureFit,
  longerSide: sideLength,
  channels: about("3 for color (the default), 1 for gray", oneOf([1, 3], { default: 3 })),
  maxPixels: pixelLimit,
  decoder: decoderName,
  onBroken: optional(functionValue<NonNullable<PicturesOptions["onBroken"]>>()),
  signal: optional(abortSignal),
};

/**
 * The pictures of a folder and of the folders in it, one after another in the order of their paths, or those of a list of files. They are
 * decoded and resized on all cores; only a few are in memory at a time.
 */
export async function* picturesOf(
  source: string | readonly string[],
  options: PicturesOptions = {},
): AsyncGenerator<FolderPicture, void, undefined> {
  const read = readOptions("picturesOf", options, schema);
  const { size, fit, longerSide, channels, maxPixels, decoder, onBroken, signal } = read;
  const target = targetOf("picturesOf", { size, fit, longerSide, maxPixels });
  const files = typeof source === "string" ? await pictureFiles(source) : source;
  for await (const result of eachPicture(files, { channels, maxPixels, target }, { decoder, signal })) {
    const { file } = result;
    if ("error" in result) {
      if (onBroken === undefined) throw result.error;
      onBroken({ file, problem: result.error.message });
      continue;
    }
    const { data, height, width } = result.picture;
    yield { file, pixels: data, shape: [height, width, channels] };
  }
}

/** The picture files in a folder and the folders in it, sorted by path, without hidden ones and those that macOS adds to archives. */
export async function pictureFiles(folder: string, caller = "picturesOf"): Promise<string[]> {
  pathName.read(folder, `${caller}: path`);
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => undefined);
  check(entries !== undefined, () => `${caller}: path must be an existing folder, got "${folder}".`);
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (/^(\.|__MACOSX$)/.test(entry.name)) continue;
      for (const file of await pictureFiles(place, caller)) files.push(file);
    } else if (isPictureFile(entry.name)) files.push(place);
  }
  return files;
}
