import { check } from "../common/errors";
import type { Images } from "./images";

/** Refuses what is no `Images`: another form, more or fewer pixels than the shape says, pixels that are no numbers. */
export function checkImages(caller: string, images: Images): void {
  check(
    Array.isArray(images?.shape) &&
      images.shape.length === 4 &&
      images.shape.every((extent) => Number.isInteger(extent) && extent >= 0) &&
      (images.data instanceof Uint8Array || images.data instanceof Float32Array),
    () =>
      `${caller}: images must be { data, shape: [n, height, width, channels] } with bytes or 32-bit floats. Make them with imagesFromArray or loadDataset.`,
  );
  const { data, shape } = images;
  const size = shape.reduce((product, extent) => product * extent, 1);
  check(
    data.length === size,
    () =>
      `${caller}: images of the shape [${shape.join(", ")}] must have ${size} numbers as data, got ${data.length}.`,
  );
  if (data instanceof Uint8Array) return;
  const at = data.findIndex((value) => !Number.isFinite(value));
  check(
    at < 0,
    () =>
      `${caller}: images must hold finite numbers, got ${data[at]} in image ${Math.floor((at * shape[0]) / size)}. Leave that image out or mend it.`,
  );
}
