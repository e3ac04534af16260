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

/** A pixel of the new picture is a weighted sum of four of the old one. */
const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/**
 * Moves each picture by its motion: bilinear interpolation, zeros from outside. It is written with `gather`, which every engine has: not all
 * have `tf.image.transform`, and those that do disagree about it.
 */
export function movePictures(images: tf.Tensor4D, motions: readonly Motion[]): tf.Tensor4D {
  const [count, height, width, channels] = images.shape;
  const size = height * width;
  const sources = corners.map(() => ({
    pixels: new Int32Array(count * size),
    weights: new Float32Array(count * size),
  }));
  for (let n = 0, at = 0; n < count; n++) {
    const [a, b, c, d, e, f] = motions[n];
    const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2];
    for (let i = 0; i < size; i++, at++) {
      const [x, y] = [(i % width) - centerX, Math.floor(i / width) - centerY];
      const sourceX = a * x + b * y + c + centerX;
      const sourceY = d * x + e * y + f + centerY;
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)];
      const [right, bottom] = [sourceX - left, sourceY - top];
      corners.forEach(([dx, dy], k) => {
        const [column, row] = [left + dx, top + dy];
        const isInside = column >= 0 && column < width && row >= 0 && row < height;
        sources[k].pixels[at] = isInside ? n * size + row * width + column : 0;
        sources[k].weights[at] = isInside ? (dx ? right : 1 - right) * (dy ? bottom : 1 - bottom) : 0;
      });
    }
  }
  return tf.tidy(() => {
    const pixels = tf.reshape<tf.Rank.R2>(images, [count * size, channels]);
    const parts = sources.map(({ pixels: from, weights }) =>
      tf.mul(tf.gather(pixels, tf.tensor1d(from, "int32")), tf.tensor2d(weights, [count * size, 1])),
    );
    return tf.reshape(
      parts.reduce((sum, part) => tf.add(sum, part)),
      images.shape,
    );
  });
}
