import * as tf from "@tensorflow/tfjs-core";
import { readTensor, wholeNumber } from "../core/options";
import { requireEngine } from "../engine";

/** Larger pictures would not fit into memory. */
const extent = wholeNumber({ min: 1, max: 65_536 });

/**
 * Images [n, height, width, channels] in another size, differentiable: Y = A X Bᵀ for every channel, where the rows of A and B are triangles
 * around the new pixels, as wide as an old pixel or, to smaller images, as a new one. So smaller images do not alias.
 *
 * @example resizeImages(tf.ones([2, 8, 8, 3]), 4, 6).shape; // → [2, 4, 6, 3]
 */
export function resizeImages(images: tf.Tensor, height: number, width: number): tf.Tensor4D {
  requireEngine("resizeImages");
  readTensor(images, "resizeImages: images", 4);
  extent.read(height, "resizeImages: height");
  extent.read(width, "resizeImages: width");
  const [count, rows, columns, channels] = images.shape as tf.Tensor4D["shape"];
  return tf.tidy(() => {
    let y = images;
    if (rows !== height) {
      const flat = tf.reshape<tf.Rank.R3>(y, [count, rows, columns * channels]);
      y = tf.matMul(triangles(rows, height), flat);
    }
    y = tf.reshape(y, [count, height, columns, channels]);
    if (columns === width) return y as tf.Tensor4D;
    // With the columns last this is one large product, far faster than many narrow ones.
    const turned = tf.reshape<tf.Rank.R2>(tf.transpose(y, [0, 1, 3, 2]), [-1, columns]);
    const resized = tf.matMul(turned, tf.squeeze<tf.Tensor2D>(triangles(columns, width), [0]), false, true);
    return tf.transpose<tf.Tensor4D>(tf.reshape(resized, [count, height, channels, width]), [0, 1, 3, 2]);
  });
}

/** The weights of `from` old pixels in each of `to` new ones, [1, to, from]. */
function triangles(from: number, to: number): tf.Tensor3D {
  const weights = new Float32Array(to * from);
  const scale = from / to;
  const reach = Math.max(scale, 1);
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * scale;
    const row = weights.subarray(i * from, (i + 1) * from);
    const first = Math.max(0, Math.floor(center - reach));
    const end = Math.min(from, Math.ceil(center + reach));
    let sum = 0;
    for (let j = first; j < end; j++) {
      row[j] = Math.max(0, 1 - Math.abs(j + 0.5 - center) / reach);
      sum += row[j];
    }
    for (let j = first; j < end; j++) row[j] /= sum;
  }
  return tf.tensor3d(weights, [1, to, from]);
}
