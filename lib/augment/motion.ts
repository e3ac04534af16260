import * as tf from "@tensorflow/tfjs-core";

/**
 * Where the pixels of a picture come from: the pixel at (x, y) of the new picture, measured from its center, is that at
 * (ax + by + c, dx + ey + f) of the old one.
 */
export type Motion = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** One motion after another. */
export function composeMotions(motions: readonly Motion[]): Motion {
  return motions.reduce<Motion>(
    ([a, b, c, d, e, f], [g, h, i, j, k, l]): Motion => [
      a * g + b * j,
      a * h + b * k,
      a * i + b * l + c,
      d * g + e * j,
      d * h + e * k,
      d * i + e * l + f,
    ],
    [1, 0, 0, 0, 1, 0],
  );
}

/** Moves each picture by its motion: bilinear interpolation, zeros from outside. */
export function movePictures(images: tf.Tensor4D, motions: readonly Motion[]): tf.Tensor4D {
  const [, height, width] = images.shape;
  const [x, y] = [(width - 1) / 2, (height - 1) / 2];
  const rows = motions.map(([a, b, c, d, e, f]) => [
    a,
    b,
    c + x - a * x - b * y,
    d,
    e,
    f + y - d * x - e * y,
    0,
    0,
  ]);
  return tf.image.transform(images, tf.tensor2d(rows), "bilinear", "constant", 0);
}
