import { random, unitRows, type Matrix } from "../core/values";
import { graphDefaults, knnGraph, propagateAffinities, type Affinities, type KnnGraph } from "../graph";
import type { AffinityChoice, MinerContext } from "./miner";

/** What graphs and affinities are told by. */
export type MinedEvent =
  { kind: "graph"; graph: KnnGraph } | { kind: "affinities"; affinities: Affinities } | { kind: string };

/** The points to mine among, and what else a miner is told. */
export interface MinedPoints {
  /** z, [n, d] */
  embeddings: Matrix<Float32Array>;
  /** zL, [n, l]. Default: z. */
  projected?: Matrix<Float32Array>;
  /** −1 for unlabeled. */
  labels: Int32Array;
  seed?: number;
  epoch?: number;
  signal?: AbortSignal | undefined;
  report?: (event: MinedEvent) => void;
}

/**
 * What a miner sees of points: of a partition, a mini-batch or points that it was called with. Graph and affinities are computed when first
 * asked for; `knownGraph` is the graph that was asked for, if it was one.
 */
export function minerContextOf({
  embeddings,
  projected = embeddings,
  labels,
  seed = 1,
  epoch = 1,
  signal,
  report = () => undefined,
}: MinedPoints): { context: MinerContext; knownGraph: () => KnnGraph | undefined } {
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
