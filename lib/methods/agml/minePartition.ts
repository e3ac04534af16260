import { random } from "../../common/random";
import type { Images } from "../../datasets/images";
import { knnGraph, propagateAffinities } from "../../graph";
import { embed } from "../../networks/embed";
import type { Network } from "../../networks/network";
import { mineTriplets, tripletQuality, type Triplets } from "../../triplets";
import type { AgmlEvent } from "./events";
import type { AgmlSettings } from "./options";
import { seedOf } from "./seeds";

/** The positions of a partition: all labeled images and a random part of the unlabeled ones, in ascending order. */
export function drawPartition(
  labels: Int32Array,
  partition: number,
  { seed, partitionSize }: AgmlSettings,
): Int32Array {
  const positions = Int32Array.from(labels.keys());
  const unlabeled = positions.filter((i) => labels[i] < 0);
  const chosen = random(seedOf(seed, "partition", partition))
    .sample(unlabeled.length, Math.min(partitionSize, unlabeled.length))
    .map((i) => unlabeled[i]);
  return Int32Array.from([...positions.filter((i) => labels[i] >= 0), ...chosen]).sort();
}

/** Graph → affinities → triplets of a partition's prepared images with the network as it is (paper §2), each step an event. */
export async function* minePartition(
  network: Network,
  images: Images,
  labels: Int32Array,
  settings: Pick<AgmlSettings, "k" | "gamma" | "anchors">,
  { trueLabels, signal }: { trueLabels?: Int32Array | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<AgmlEvent, Triplets> {
  const tensor = embed(network, images);
  const z = { data: (await tensor.data()) as Float32Array, shape: tensor.shape };
  tensor.dispose();
  const graph = knnGraph(z, { k: settings.k });
  yield { kind: "graph", graph };
  const affinities = await propagateAffinities(graph, labels, {
    gamma: settings.gamma,
    ...(signal && { signal }),
  });
  yield { kind: "affinities", affinities };
  const triplets = mineTriplets(graph, affinities, { anchors: settings.anchors });
  yield {
    kind: "triplets",
    triplets,
    ...(trueLabels && { quality: tripletQuality(triplets, trueLabels, { graph, labels }) }),
  };
  return triplets;
}
