import type * as tf from "@tensorflow/tfjs-core";
import {
  checkReadableNow,
  describeValue,
  isArray,
  isList,
  isRecord,
  isTensor,
  readTensor,
} from "../../core/options";
import { check, UserError } from "../../core";
import { checkImagesForm, checkPixels } from "./checkImages";
import type { Images } from "./images";
import { fromNested, pixelsOf, type Nested } from "./nestedImages";

/** Images as every function takes them: `Images`, a tensor or nested arrays, [n, height, width] or [n, height, width, channels]. */
export type ImagesLike = Images | tf.Tensor3D | tf.Tensor4D | readonly Nested[];

/** Reads images of any form; their pixels must be finite. `caller` is for error texts. */
export function readImages(caller: string, images: ImagesLike): Images {
  const read = readImagesForm(caller, images);
  checkPixels(caller, read);
  return read;
}

/** The same without looking at the pixels, for functions that are called once per mini-batch. */
export function readImagesForm(caller: string, images: ImagesLike): Images {
  const read = isTensor(images)
    ? fromTensor(caller, images)
    : isArray(images)
      ? fromNested(caller, "images", images)
      : completed(caller, images);
  checkImagesForm(caller, read);
  return read;
}

/** Reads at least one image. */
export function readSomeImages(caller: string, images: ImagesLike): Images {
  const read = readImages(caller, images);
  check(read.data.length > 0, () => `${caller}: images must hold at least one image, got none.`);
  return read;
}

function fromTensor(caller: string, images: tf.Tensor): Images {
  const name = `${caller}: images`;
  const { shape } = readTensor(images, name);
  check(
    shape.length === 3 || shape.length === 4,
    () =>
      `${name} must be [n, height, width] or [n, height, width, channels], got a tensor of shape [${shape.join(", ")}].`,
  );
  checkReadableNow(name);
  const [count, height, width, channels = 1] = shape;
  return { data: Float32Array.from(images.dataSync()), shape: [count, height, width, channels] };
}

/** Images with the channel that gray ones may leave out, and with their numbers in a typed array. */
function completed(caller: string, images: Images): Images {
  if (!isRecord(images)) return images;
  const { data, shape }: { data?: unknown; shape?: unknown } = images;
  // The examples with their labels, or a whole data set.
  const path = ["images", "train"].find((name) => Object.hasOwn(images, name));
  if (data === undefined && path !== undefined)
    throw new UserError(
      `${caller}: images must be the images alone, got ${describeValue(images)}. Pass its ${path === "train" ? "train.images" : path}.`,
    );
  if (!isArray(shape) || !isList(data) || (shape.length !== 3 && !isArray(data))) return images;
  const [count, height, width, channels = 1] = shape as readonly number[];
  return {
    data: pixelsOf(caller, "images.data", data as ArrayLike<number>),
    shape: [count, height, width, channels],
  };
}
