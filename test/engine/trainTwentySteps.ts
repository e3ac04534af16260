import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";

/** Twenty steps of SGD with momentum on a small convolutional network with a triplet loss; the loss before each. */
export async function trainTwentySteps(): Promise<number[]> {
  const noise = random(7);
  const values = (shape: number[], scale: number) =>
    tf.tensor(
      Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => scale * noise.normal()),
      shape,
    );
  const variable = (shape: number[], scale: number) => tf.tidy(() => tf.variable(values(shape, scale)));

  const images = values([24, 10, 10, 1], 1) as tf.Tensor4D;
  const layers = {
    filter1: variable([3, 3, 1, 6], 0.4),
    bias1: variable([6], 0.1),
    filter2: variable([3, 3, 6, 12], 0.2),
    bias2: variable([12], 0.1),
    dense: variable([48, 8], 0.2),
  };
  const embed = () => {
    const first = tf.add(
      tf.conv2d(images, layers.filter1 as tf.Variable<tf.Rank.R4>, 1, "valid"),
      layers.bias1,
    );
    const pooled = tf.maxPool(tf.relu(first) as tf.Tensor4D, 2, 2, "valid");
    const second = tf.add(
      tf.conv2d(pooled, layers.filter2 as tf.Variable<tf.Rank.R4>, 1, "valid"),
      layers.bias2,
    );
    const features = tf.reshape(tf.relu(second), [24, 48]);
    const projected = tf.matMul(features, layers.dense);
    return tf.div(projected, tf.norm(projected, 2, 1, true));
  };
  const anchors = tf.tensor1d([0, 1, 2, 3, 4, 5, 6, 7, 0, 1], "int32");
  const positives = tf.tensor1d([8, 9, 10, 11, 12, 13, 14, 15, 10, 11], "int32");
  const negatives = tf.tensor1d([16, 17, 18, 19, 20, 21, 22, 23, 16, 17], "int32");
  const loss = () => {
    const z = embed();
    const anchor = tf.gather(z, anchors);
    const near = tf.sum(tf.squaredDifference(anchor, tf.gather(z, positives)), 1);
    const far = tf.sum(tf.squaredDifference(anchor, tf.gather(z, negatives)), 1);
    return tf.mean<tf.Scalar>(tf.softplus(tf.sub(near, far)));
  };

  const weights = Object.values(layers);
  const velocities = weights.map(({ shape }) => tf.tidy(() => tf.variable(tf.zeros(shape))));
  const losses: number[] = [];
  for (let step = 0; step < 20; step++) {
    const value = tf.tidy(() => {
      const { value, grads } = tf.variableGrads(loss, weights);
      weights.forEach((weight, i) => {
        velocities[i].assign(tf.sub(tf.mul(velocities[i], 0.9), tf.mul(grads[weight.name], 0.05)));
        weight.assign(tf.add(weight, velocities[i]));
      });
      return value;
    });
    losses.push((await value.data())[0]);
    value.dispose();
  }
  tf.dispose([images, anchors, positives, negatives, ...weights, ...velocities]);
  return losses;
}
