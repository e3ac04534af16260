import {
  AGML,
  convolution,
  dense,
  maxPool,
  relu,
  sequential,
  tf,
  type LossBatch,
  type MinerContext,
  type PartOptions,
  type TrainingEvent,
  type TrainingOptions,
} from "ssdml";
import { random } from "../../lib/core/values/random";

/** Forty small images of four classes, half of them labeled: a bright bar at one of four places, and noise. */
export function bars() {
  const noise = random(5);
  const count = 40;
  const data = new Float32Array(count * 64);
  const truth = Int32Array.from({ length: count }, (_, i) => i % 4);
  for (let i = 0; i < count; i++)
    for (let p = 0; p < 64; p++)
      data[i * 64 + p] = 0.3 * noise.normal() + ((p >> 3) >> 1 === truth[i] ? 2 : 0);
  return {
    images: { data, shape: [count, 8, 8, 1] as [number, number, number, number] },
    labels: truth.map((label, i) => (i < 20 ? label : -1)),
    truth,
  };
}

export const small = { seed: 2, epochs: 2, epochsPerPartition: 1, partitionSize: 20, batchSize: 20 } as const;
export const network = () =>
  sequential([convolution(4, 3), maxPool(2), relu(), dense(6)], { input: [8, 8, 1] });

/** All triplets of two labeled points of a class and one of another. */
export function labeledTriplets({ labels }: MinerContext) {
  const [anchors, positives, negatives]: number[][] = [[], [], []];
  for (let a = 0; a < labels.length; a++)
    for (let p = 0; p < labels.length; p++)
      for (let n = 0; n < labels.length; n += 7)
        if (
          a !== p &&
          labels[a] >= 0 &&
          labels[a] === labels[p] &&
          labels[n] >= 0 &&
          labels[n] !== labels[a]
        ) {
          anchors.push(a);
          positives.push(p);
          negatives.push(n);
        }
  return { anchors, positives, negatives };
}

export function marginLoss({ projected, triplets }: LossBatch): tf.Scalar {
  const rows = (positions: Int32Array) => tf.gather(projected, tf.tensor1d(positions, "int32"));
  const [a, p, n] = [triplets.anchors, triplets.positives, triplets.negatives].map(rows);
  const distance = (x: tf.Tensor, y: tf.Tensor) => tf.sum(tf.squaredDifference(x, y), 1);
  return tf.mean(tf.relu(tf.add(tf.sub(distance(a, p), distance(a, n)), 0.5)));
}

export async function run(options: TrainingOptions & PartOptions, fit: object = {}) {
  const { images, labels, truth } = bars();
  const events: TrainingEvent[] = [];
  const model = new AGML({ ...small, ...options });
  await model.fit(images, labels, { trueLabels: truth, ...fit, onEvent: (event) => events.push(event) });
  const z = model.transform(images);
  const embeddings = [...(await z.data())];
  z.dispose();
  return { model, events, embeddings };
}
