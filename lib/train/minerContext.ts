import * as tf from "@tensorflow/tfjs-core";
import { random, unitRows } from "../core/values";
import { graphDefaults, knnGraph, propagateAffinities, type Affinities, type KnnGraph } from "../graph";
import type { AffinityChoice, MinerContext } from "../mining";
import { embed } from "../networks";
import type { TrainingEvent } from "./events";
import type { Partition } from "./learning";
import type { DeepModel } from "./model";

/**
 * What a miner sees of a partition with the model as it is. Graph and affinities are computed when first asked for; `knownGraph` is the graph
 * that was asked for, if it was one.
 */
export async function minerContext(
  { network, metric }: Pick<DeepModel, "network" | "metric">,
  { examples, labels }: Partition,
  {
    seed,
    epoch,
    signal,
    report,
  }: { seed: number; epoch: number } & Pick<MinerContext, "signal"> & {
      report: (event: TrainingEvent) => void;
    },
): Promise<{ context: MinerContext; knownGraph: () => KnnGraph | undefined }> {
  const z = embed(network, examples);
  const zl = tf.matMul<tf.Tensor2D>(z, metric);
  const read = async (tensor: tf.Tensor2D) => ({
    data: (await tensor.data()) as Float32Array,
    shape: tensor.shape,
  });
  const [embeddings, projected] = [await read(z), await read(zl)];
  tf.dispose([z, zl]);
  const graphs = new Map<string, KnnGraph>();
  const propagated = new Map<string, Promise<Affinities>>();
  const graphOf: MinerContext["graphOf"] = ({
    k = graphDefaults.k,
    space = "embeddings",
    ...search
  } = {}) => {
    const key = JSON.stringify([k, space, search.method, search.seed]);
    const known = graphs.get(key);
    if (known) return known;
    const graph = knnGraph(space === "metric" ? unitRows(projected) : embeddings, { k, ...search });
    graphs.set(key, graph);
    report({ kind: "graph", graph });
    return graph;
  };
  const affinitiesOf = ({ gamma = graphDefaults.gamma, sides = 1, ...choice }: AffinityChoice = {}) => {
    const graph = graphOf(choice);
    const key = JSON.stringify([choice.k, choice.space, choice.method, choice.seed, gamma, sides]);
    let promise = propagated.get(key);
    if (!promise) {
      promise = propagateAffinities(graph, labels, { gamma, sides, ...(signal && { signal }) }).then(
        (affinities) => {
          report({ kind: "affinities", affinities });
          return affinities;
        },
      );
      // A miner that asks and then does not wait must not end the process.
      promise.catch(() => undefined);
      propagated.set(key, promise);
    }
    return promise;
  };
  const context: MinerContext = {
    embeddings,
    projected,
    labels,
    get graph() {
      return graphOf({});
    },
    get affinities() {
      return affinitiesOf({});
    },
    graphOf,
    affinitiesOf: affinitiesOf as MinerContext["affinitiesOf"],
    random: random(seed),
    epoch,
    signal,
    report,
  };
  return { context, knownGraph: () => (graphs.size === 1 ? [...graphs.values()][0] : undefined) };
}
