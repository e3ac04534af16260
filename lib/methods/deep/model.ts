import * as tf from "@tensorflow/tfjs-core";
import { check } from "../../common/errors";
import { readSafetensors, writeSafetensors, type NamedArray } from "../../common/files/safetensors";
import type { Images } from "../../datasets/images";
import { cifarNetwork } from "../../networks/cifarNetwork";
import { embed } from "../../networks/embed";
import { mnistNetwork } from "../../networks/mnistNetwork";
import { checkNetwork, type Network } from "../../networks/network";
import { arraysOf, assignArrays, networkMaker, type MakeNetwork } from "../../networks/parameters";
import { preprocessingFrom, type Preprocessing } from "../../networks/preprocessing";
import { seedOf } from "./seeds";

/** A model: what is done to images first, the network z = f(x; θ), and the metric L, [d, l]. */
export interface DeepModel {
  makeNetwork: MakeNetwork;
  preprocessing: Preprocessing;
  network: Network;
  metric: tf.Tensor2D;
}

const networkOfShape: Record<string, MakeNetwork> = { "28,28,1": mnistNetwork, "32,32,3": cifarNetwork };

/** The paper's network for images of this shape. */
export function networkFor(method: string, images: Images): MakeNetwork {
  const [, ...shape] = images.shape;
  const make = networkOfShape[shape.join()];
  check(
    make !== undefined,
    () =>
      `${method}: images must be 28 × 28 × 1 or 32 × 32 × 3, which the paper's networks take, got ${shape.join(" × ")}. Resize them, or pass a network of your own.`,
  );
  return make;
}

/** How a metric starts, for a network of dimension d. */
export type StartMetric = (d: number) => { data: Float64Array; shape: [d: number, l: number] };

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

/** The embeddings zL, [n, l], not normalised again. The caller owns the tensor. */
export function transform({ network, preprocessing, metric }: DeepModel, images: Images): tf.Tensor2D {
  return tf.tidy(() => tf.matMul(embed(network, images, { preprocessing }), metric));
}

/** Frees a model's tensors. */
export function disposeModel({ network, preprocessing, metric }: DeepModel): void {
  network.dispose();
  preprocessing.dispose();
  metric.dispose();
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

/** Puts arrays of `learnedArrays` back into a model. */
export function restoreLearned(model: DeepModel, arrays: Record<string, NamedArray>): void {
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
export function restorePreprocessing(name: string, arrays: Record<string, NamedArray>): Preprocessing {
  const own = Object.entries(arrays).flatMap(([key, array]): [string, NamedArray][] =>
    key.startsWith("preprocessing/") ? [[key.slice("preprocessing/".length), array]] : [],
  );
  return preprocessingFrom(name, Object.fromEntries(own));
}

const formatOf = (method: string) => `ssdml ${method} model 1`;

/** Writes a model as one safetensors file. */
export async function saveModel(
  method: string,
  model: DeepModel,
  file: string,
  settings: object,
): Promise<void> {
  await writeSafetensors(file, {
    arrays: { ...(await learnedArrays(model)), ...preprocessingArrays(model.preprocessing) },
    metadata: {
      format: formatOf(method),
      network: model.network.name,
      preprocessing: model.preprocessing.name,
      settings: JSON.stringify(settings),
    },
  });
}

/** What `saveModel` wrote. */
export interface SavedModel<Options> {
  settings: Options;
  makeNetwork: MakeNetwork;
  preprocessing: string;
  arrays: Record<string, NamedArray>;
}

/** Reads a file of `saveModel`. A network of one's own is made by `makeNetwork`. */
export async function readModel<Options>(
  method: string,
  file: string,
  makeNetwork?: MakeNetwork,
): Promise<SavedModel<Options>> {
  const caller = `${method}.load`;
  const { arrays, metadata } = await readSafetensors(file);
  check(
    metadata.format === formatOf(method),
    () => `${caller}: ${file} must be a "${formatOf(method)}", got "${metadata.format ?? "something else"}".`,
  );
  return {
    settings: JSON.parse(metadata.settings, withoutNull) as Options,
    makeNetwork: networkMaker(caller, metadata.network, makeNetwork),
    preprocessing: metadata.preprocessing,
    arrays,
  };
}

/** JSON has no Infinity and writes null, which stands for the default. */
const withoutNull = (_key: string, value: unknown) => value ?? undefined;
