import { readPositions } from "../../core/options";
import { checkImagesForm } from "./checkImages";

/** Images as bytes or floats: pixel (n, y, x, c) is `data[((n * height + y) * width + x) * channels + c]`. */
export interface Images {
  data: Uint8Array | Float32Array;
  shape: [count: number, height: number, width: number, channels: number];
}

/** Images with their class numbers. */
export interface LabeledImages {
  images: Images;
  labels: Int32Array;
}

/** A data set of images with its standard split. */
export interface Dataset {
  name: string;
  train: LabeledImages;
  test: LabeledImages;
  classNames: string[];
  imageShape: [height: number, width: number, channels: number];
  /** Where the files came from. */
  source: string;
}

/** The images at the given positions, in that order. */
export function selectImages(images: Images, positions: ArrayLike<number>): Images {
  checkImagesForm("selectImages", images);
  const { data, shape } = images;
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
  return { data: selected, shape: [chosen.length, height, width, channels] };
}
