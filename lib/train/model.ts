import * as tf from "@tensorflow/tfjs-core";
import { check } from "../core";
import { releaseNow, releaseUnreachable } from "../core/engine";
import type { NamedArray } from "../io/files";
import type { Matrix64 } from "../algebra";
import {
  arraysOf,
  assignArrays,
  checkArrays,
  checkNetwork,
  checkPreprocessing,
  cifarNetwork,
  embedFor,
  identity,
  mnistNetwork,
  preprocessingFrom,
  type Examples,
  type ExamplesLike,
  type MakeNetwork,
  type Network,
  type NetworkLike,
  type NetworkOptions,
  type Preprocessing,
} from "../networks";
import { seedOf } from "./seeds";

/** A model: what is done to images first, the network z = f(x; θ), and the metric L, [d, l]. */
export interface DeepModel {
  makeNetwork: MakeNetwork;
  preprocessing: Preprocessing;
  network: Network;
  metric: tf.Tensor2D;
}

const networkOfShape: Record<string, MakeNetwork> = { "28,28,1": mnistNetwork, "32,32,3": cifarNetwork };

/** The network for examples of this shape: the paper's for its images, none but ℓ2 for feature vectors. */
export function networkFor(method: string, { shape: [, ...example] }: Examples): NetworkLike {
  if (example.length === 1) return identity();
  const make = networkOfShape[example.join()];
  check(
    make !== undefined,
    () =>
      `${method}: images must be 28 × 28 × 1 or 32 × 32 × 3, which the paper's networks take, got ${example.join(" × ")}. Resize them, or pass a network of your own: network: sequential([convolution(20, 5), maxPool(2), dense(128)]).`,
  );
  return make;
}

/** How a metric starts, for a network of dimension d. */
export type StartMetric = (d: number) => Matrix64;

/** A model before training: the network as its seed makes it, and L0. It owns the preprocessing, and frees it where it cannot be made. */
export function initialModel(
  seed: number,
  makeNetwork: MakeNetwork,
  preprocessing: Preprocessing,
  startMetric: StartMetric,
): DeepModel {
  let network: Network | undefined;
  try {
    network = makeNetwork({ seed: seedOf(seed, "network") });
    checkNetwork("what the network option returns", network);
    const { data, shape } = startMetric(network.dimension);
    return { makeNetwork, preprocessing, network, metric: tf.tensor2d(Float32Array.from(data), shape) };
  } catch (error) {
    preprocessing.dispose();
    network?.dispose?.();
    throw error;
  }
}

/** A model with the arrays of a file. If they do not fit, nothing is left behind. */
export function restoredModel(
  seed: number,
  makeNetwork: MakeNetwork,
  startMetric: StartMetric,
  saved: { preprocessing: string | undefined; arrays: Record<string, NamedArray> },
): DeepModel {
  const preprocessing = restorePreprocessing(saved.preprocessing, saved.arrays);
  const model = initialModel(seed, makeNetwork, preprocessing, startMetric);
  try {
    checkPreprocessing(preprocessing, model.network.inputShape);
    restoreLearned(model, saved.arrays);
    return model;
  } catch (error) {
    disposeModel(model);
    throw error;
  }
}

/** The embeddings zL, [n, l], not normalised again. The caller owns the tensor. */
export function transform(
  { network, preprocessing, metric }: DeepModel,
  images: ExamplesLike,
  caller: string,
): tf.Tensor2D {
  return tf.tidy(() => tf.matMul(embedFor(caller, network, images, { preprocessing }), metric));
}

/** Frees a model's tensors. */
export function disposeModel({ network, preprocessing, metric }: DeepModel): void {
  network.dispose();
  preprocessing.dispose();
  releaseNow(metric);
}

/** From now on the model's tensors are also freed when nobody can reach them. */
export function handOver(model: DeepModel): DeepModel {
  releaseUnreachable(model.metric);
  return model;
}

/** The numbers that a model is made of, and their bytes, preprocessing included. */
export function sizeOf({ network, preprocessing, metric }: DeepModel): { parameters: number; bytes: number } {
  const count = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);
  const parameters = count([...Object.values(network.parameters), metric].map(({ size }) => size));
  const learned = count(Object.values(preprocessing.arrays).map(({ data }) => data.length));
  return { parameters, bytes: 4 * (parameters + learned) };
}

/** What of a model changes in training, as arrays by name. */
export async function learnedArrays(
  model: Pick<DeepModel, "network" | "metric">,
): Promise<Record<string, NamedArray>> {
  const tensors: [string, tf.Tensor][] = [
    ...Object.entries(model.network.parameters).map(([name, value]): [string, tf.Tensor] => [
      `network/${name}`,
      value,
    ]),
    ["metric", model.metric],
  ];
  return arraysOf(tensors);
}

/** Refuses arrays that are not those of `learnedArrays` for this network. */
export function checkLearned({ network }: DeepModel, arrays: Record<string, NamedArray>): void {
  checkArrays(network.parameters, arrays, "network/");
  const metric = arrays.metric as NamedArray | undefined;
  const d = network.dimension;
  check(
    metric?.data instanceof Float32Array &&
      metric.shape.length === 2 &&
      metric.shape[0] === d &&
      metric.shape[1] <= d,
    () =>
      `metric must have the shape [${d}, l] with l ≤ ${d}, got ${metric ? `[${metric.shape.join(", ")}]` : "nothing"}: the file is of another network.`,
  );
}

/** Puts arrays of `learnedArrays` back into a model; wrong ones leave it as it is. */
export function restoreLearned(model: DeepModel, arrays: Record<string, NamedArray>): void {
  checkLearned(model, arrays);
  assignArrays(model.network.parameters, arrays, "network/");
  const { data, shape } = arrays.metric;
  model.metric.dispose();
  model.metric = tf.tensor2d(data as Float32Array, shape as [number, number]);
}

/** The arrays of a preprocessing, named so that they can lie beside others. */
export function preprocessingArrays({ arrays }: Preprocessing): Record<string, NamedArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`preprocessing/${name}`, array]));
}

/** The preprocessing whose arrays lie among others. */
export function restorePreprocessing(
  name: string | undefined,
  arrays: Record<string, NamedArray>,
): Preprocessing {
  const own = Object.entries(arrays).flatMap(([key, array]): [string, NamedArray][] =>
    key.startsWith("preprocessing/") ? [[key.slice("preprocessing/".length), array]] : [],
  );
  return preprocessingFrom(name, Object.fromEntries(own));
}

/** A maker of networks that passes on more options. */
export function withOptions<Like extends NetworkLike>(
  network: Like,
  options: Omit<NetworkOptions, "seed"> = {},
): Like {
  return typeof network === "function"
    ? (((given: NetworkOptions) => network({ ...given, ...options })) as Like)
    : network;
}
