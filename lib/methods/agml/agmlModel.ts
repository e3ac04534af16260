import * as tf from "@tensorflow/tfjs-core";
import { check } from "../../common/errors";
import { readSafetensors, writeSafetensors, type NamedArray } from "../../common/files/safetensors";
import type { Images } from "../../datasets/images";
import { requireEngine } from "../../engine/requireEngine";
import { grassmann } from "../../manifold";
import { cifarNetwork } from "../../networks/cifarNetwork";
import { embed } from "../../networks/embed";
import { mnistNetwork } from "../../networks/mnistNetwork";
import type { Network } from "../../networks/network";
import { arraysOf, assignArrays, networkMaker, type MakeNetwork } from "../../networks/parameters";
import { preprocessingFrom, type Preprocessing } from "../../networks/preprocessing";
import type { AgmlOptions, AgmlSettings } from "./options";
import { seedOf } from "./seeds";

/** A model: what is done to images first, the network z = f(x; θ), and the metric L, [d, l]. */
export interface AgmlModel {
  makeNetwork: MakeNetwork;
  preprocessing: Preprocessing;
  network: Network;
  metric: tf.Tensor2D;
}

const networkOfShape: Record<string, MakeNetwork> = { "28,28,1": mnistNetwork, "32,32,3": cifarNetwork };

/** The paper's network for images of this shape. */
export function networkFor(images: Images): MakeNetwork {
  const [, ...shape] = images.shape;
  const make = networkOfShape[shape.join()];
  check(
    make !== undefined,
    () =>
      `AGML: images must be 28 × 28 × 1 or 32 × 32 × 3, which the paper's networks take, got ${shape.join(" × ")}. Resize them, or pass a network of your own.`,
  );
  return make;
}

/**
 * A model before training: the network as its seed makes it, and L0, the Q factor of a Gaussian matrix, also where L need
 * not stay orthonormal. l is half of d unless the settings say otherwise.
 */
export function initialModel(
  { seed, metricDimension }: Pick<AgmlSettings, "seed" | "metricDimension">,
  makeNetwork: MakeNetwork,
  preprocessing: Preprocessing,
): AgmlModel {
  const network = makeNetwork({ seed: seedOf(seed, "network") });
  const d = network.dimension;
  const { data, shape } = grassmann(d, metricDimension ?? d >> 1).rand(seedOf(seed, "metric"));
  return { makeNetwork, preprocessing, network, metric: tf.tensor2d(Float32Array.from(data), shape) };
}

/** The embeddings zL, [n, l], not normalised again. The caller owns the tensor. */
export function transform({ network, preprocessing, metric }: AgmlModel, images: Images): tf.Tensor2D {
  return tf.tidy(() => tf.matMul(embed(network, images, { preprocessing }), metric));
}

/** Frees a model's tensors. */
export function disposeModel({ network, preprocessing, metric }: AgmlModel): void {
  network.dispose();
  preprocessing.dispose();
  metric.dispose();
}

/** What of a model changes in training, as arrays by name. */
export async function learnedArrays(
  model: Pick<AgmlModel, "network" | "metric">,
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
export function restoreLearned(model: AgmlModel, arrays: Record<string, NamedArray>): void {
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

const format = "ssdml AGML model 1";

/** Writes a model as one safetensors file. */
export async function saveModel(model: AgmlModel, file: string, settings: object): Promise<void> {
  await writeSafetensors(file, {
    arrays: { ...(await learnedArrays(model)), ...preprocessingArrays(model.preprocessing) },
    metadata: {
      format,
      network: model.network.name,
      preprocessing: model.preprocessing.name,
      settings: JSON.stringify(settings),
    },
  });
}

/** Reads a model that `saveModel` wrote. A network of one's own is made by `makeNetwork`. */
export async function loadModel(
  file: string,
  makeNetwork?: MakeNetwork,
): Promise<{ model: AgmlModel; settings: AgmlOptions }> {
  requireEngine("AGML.load");
  const { arrays, metadata } = await readSafetensors(file);
  check(
    metadata.format === format,
    () => `AGML.load: ${file} must be a "${format}", got "${metadata.format ?? "something else"}".`,
  );
  const make = networkMaker("AGML.load", metadata.network, makeNetwork);
  const settings = JSON.parse(metadata.settings, withoutNull) as AgmlSettings;
  const model = initialModel(settings, make, restorePreprocessing(metadata.preprocessing, arrays));
  restoreLearned(model, arrays);
  return { model, settings };
}

/** JSON has no Infinity and writes null, which stands for the default. */
const withoutNull = (_key: string, value: unknown) => value ?? undefined;
