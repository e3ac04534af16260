import * as tf from "@tensorflow/tfjs-core";
import { check } from "../core";
import { argument, listOf } from "../core/options";
import { unitLength } from "./layers";
import { checkNetwork, type Network, type NetworkCopyOptions } from "./network";
import { resizeImages } from "./resizeImages";

const sides = listOf(
  argument<number>(
    "a number of pixels of at least 1",
    (value) => Number.isFinite(value) && Number(value) >= 1,
  ),
  "the longer sides in pixels, such as [512, 512 / Math.SQRT2, 256]",
  { min: 1 },
);

/**
 * A network that sees each image in several sizes (Radenović, Tolias and Chum 2019). `longerSides` are those of the images' longer side, in pixels; the
 * shapes stay. Embeddings of all sizes, scaled to length one, are summed, and the sum is scaled to length one.
 *
 * @example
 * const network = multiScale(googLeNet({ pooling: rmac() }), [96, 64]);
 * embed(network, tf.zeros<tf.Rank.R4>([1, 48, 64, 3])).shape; // → [1, 1024]
 */
export function multiScale(network: Network, longerSides: readonly number[]): Network {
  checkNetwork("multiScale: network", network);
  check(
    network.anySize === true,
    () =>
      `multiScale: network must take images of any size, such as googLeNet() or sequential(layers, { anySize: true }), got the ${network.name} network.`,
  );
  sides.read(longerSides, "multiScale: longerSides");
  return {
    name: `multiScale ${network.name}`,
    settings: { network: { name: network.name, ...network.settings }, longerSides },
    inputShape: network.inputShape,
    anySize: true,
    dimension: network.dimension,
    parameters: network.parameters,
    forward(batch) {
      return tf.tidy(() => {
        const embedded = longerSides.map((side) => unitLength(network.forward(withLongerSide(batch, side))));
        return unitLength(embedded.reduce((sum, z) => tf.add(sum, z)));
      });
    },
    ...(network.copy && {
      copy: (options: NetworkCopyOptions) => multiScale(network.copy!(options), longerSides),
    }),
    dispose() {
      // A network of the caller's own may have nothing to free.
      network.dispose?.();
    },
  };
}

function withLongerSide(images: tf.Tensor, longerSide: number): tf.Tensor4D {
  const [, height, width] = images.shape;
  const scale = longerSide / Math.max(height, width);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return resizeImages(images, scaled(height), scaled(width));
}
