import { readPositions } from "../../core/options";
import type { Images } from "./images";
import { printableImages } from "./printable";
import { readImagesForm, type ImagesLike } from "./readImages";

/**
 * The images at the given positions, in that order.
 *
 * @example selectImages(images, [0, 5, 7]).shape; // → [3, 28, 28, 1]
 */
export function selectImages(images: ImagesLike, positions: ArrayLike<number>): Images {
  const { data, shape } = readImagesForm("selectImages", images);
  const chosen = readPositions(positions, shape[0], "selectImages: positions");
  const [, height, width, channels] = shape;
  const size = height * width * channels;
  const selected =
    data instanceof Uint8Array
      ? new Uint8Array(size * chosen.length)
      : new Float32Array(size * chosen.length);
  for (let i = 0; i < chosen.length; i++) {
    selected.set(data.subarray(chosen[i] * size, (chosen[i] + 1) * size), i * size);
  }
  return printableImages({ data: selected, shape: [chosen.length, height, width, channels] });
}
