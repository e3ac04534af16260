import assert from "node:assert/strict";
import { it } from "node:test";
import { checkImages, checkImagesForm } from "../../../lib/datasets/images/checkImages";
import { readSomeImages } from "../../../lib/datasets/images/readImages";
import type { Images } from "../../../lib/datasets";

const images = (data: Uint8Array | Float32Array, shape = [2, 1, 2, 1]) =>
  ({ data, shape }) as unknown as Images;

it("images must be bytes or floats of their shape, finite where their pixels are read", () => {
  const broken = images(Float32Array.of(0, 1, NaN, 3));
  checkImagesForm("f", broken);
  for (const [run, message] of [
    [
      () => {
        checkImages("f", broken);
      },
      /f: images must hold finite numbers, got NaN in image 1\./,
    ],
    [
      () => {
        checkImages("f", images(new Uint8Array(3)));
      },
      /shape \[2, 1, 2, 1\] must have 4 numbers as data, got 3/,
    ],
    [
      () => {
        checkImages("f", images(new Uint8Array(4), [2, 2]));
      },
      /images must be \{ data, shape/,
    ],
    [
      () => {
        checkImages("f", Promise.resolve() as never);
      },
      /got a promise\. Put await before it\./,
    ],
    [
      () => {
        checkImages("f", { data: [1], shape: [1, 1, 1, 1] } as never);
      },
      /with bytes or 32-bit floats/,
    ],
    [
      () => {
        readSomeImages("f", images(new Uint8Array(0), [0, 1, 1, 1]));
      },
      /at least one image, got none/,
    ],
  ] as const) {
    assert.throws(run, { name: "UserError", message });
  }
  readSomeImages("f", images(Uint8Array.of(1, 2, 3, 255)));
});
