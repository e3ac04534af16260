import { knnGraph, propagateAffinities } from "../../graph";
import { embed } from "../../networks/embed";
import type { Network } from "../../networks/network";
import { mineTriplets, tripletQuality, type Triplets } from "../../mining";
import type { Partition } from "../../train/deepMethod";
import type { TrainingEvent } from "../../train/events";
import type { AgmlSettings } from "./options";

/** Graph → affinities → triplets of a partition's prepared images with the network as it is (paper §2), each step an event. */
export async function* minePartition(
  network: Network,
  { images, labels, trueLabels }: Partition,
  settings: Pick<AgmlSettings, "k" | "gamma" | "anchors">,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrainingEvent, Triplets> {
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
