import { types } from "node:util";
import { describeValue, isArray, isNumberArray, isRecord } from "../../core/options";
import { check } from "../../core";
import type { Images } from "./images";

/** Rejects anything but `Images`: a wrong form, a number of pixels that does not match the shape, or pixels that are not finite. */
export function checkImages(caller: string, images: Images): void {
  checkImagesForm(caller, images);
  checkPixels(caller, images);
}

function adviceFor(images: unknown): string {
  if (types.isPromise(images)) return "Put await before it";
  return isNumberArray(images)
    ? "Features are { data, shape: [n, d] }; make images with imagesFromArray"
    : "Make them with imagesFromArray or loadDataset";
}

/** Rejects pixels that are not finite. */
export function checkPixels(caller: string, { data, shape }: Images): void {
  if (types.isUint8Array(data)) return;
  const at = data.findIndex((value) => !Number.isFinite(value));
  check(
    at < 0,
    () =>
      `${caller}: images must hold finite numbers, got ${data[at]} in image ${Math.floor((at * shape[0]) / data.length)}. Leave that image out or fix it.`,
  );
}

/** The same without looking at the pixels, for functions that are called once per mini-batch. */
export function checkImagesForm(caller: string, images: Images): void {
  check(
    isRecord(images) &&
      isArray(images.shape) &&
      images.shape.length === 4 &&
      images.shape.every((extent) => Number.isInteger(extent) && extent >= 0) &&
      (types.isUint8Array(images.data) || types.isFloat32Array(images.data)),
    () =>
      `${caller}: images must be { data, shape: [n, height, width, channels] } with bytes or 32-bit floats, got ${describeValue(images)}. ${adviceFor(images)}.`,
  );
  const { data, shape } = images;
  const size = shape.reduce((product, extent) => product * extent, 1);
  check(
    data.length === size,
    () =>
      `${caller}: images of shape [${shape.join(", ")}] must have ${size} numbers as data, got ${data.length}.`,
  );
}
