import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { check, UserError } from "../core";
import { releaseWith } from "../core/engine";
import { isArray, isRecord, path as pathValue, readOptions } from "../core/options";
import { requireEngine } from "../engine";
import { hashFile, isFile, readText } from "../io/files";
import { frozenNetworkSchema, type FrozenNetworkOptions } from "./frozenOptions";
import { unitLength, type Shape } from "./layers";
import type { Network } from "./network";
import { perChannel } from "./onnx";

/** What is needed of a graph model or layers model of TensorFlow.js. */
interface FrozenModel {
  inputs: readonly { name: string; shape?: readonly (number | null)[] }[];
  /** An output of a layers model is called by the layer that gives it. */
  outputs: readonly { name: string; sourceLayer?: { name: string } }[];
  /** The weights of a graph model, by name; those of a layers model are layers' own. */
  weights: unknown;
  getWeights?(): tf.Tensor[];
  predict(batch: tf.Tensor): unknown;
  dispose(): unknown;
}

/**
 * Reads a pretrained network of TensorFlow.js, a graph model or a layers model, from its model.json as a frozen extractor of features on the
 * engine in use. Its weights are not trained further; for that, pass a layers model to `layersNetwork`.
 *
 * @example
 * import { layers, sequential as stack } from "@tensorflow/tfjs-layers";
 * await stack({ layers: [layers.flatten({ inputShape: [28, 28, 1] }), layers.dense({ units: 8 })] }).save("file://out/small");
 * const frozen = await tfjsNetwork("out/small/model.json", { scale: 1 / 255 });
 * embed(frozen, images).shape; // → [200, 8]
 */
export async function tfjsNetwork(file: string, options: FrozenNetworkOptions = {}): Promise<Network> {
  const caller = "tfjsNetwork";
  pathValue.read(file, `${caller}: file`);
  const { output, size, mean, scale, colors, normalize } = readOptions(caller, options, frozenNetworkSchema);
  requireEngine(caller);
  const about = `${caller}: ${file}`;
  const { model, hashes } = await openModel(file, about);
  try {
    const inputShape = inputOf(model, size, about);
    const place = outputOf(model, output, about);
    const perPixel = {
      mean: perChannel(mean, inputShape, `${caller}: mean`),
      scale: perChannel(scale, inputShape, `${caller}: scale`),
    };
    const [means, factors] = [tf.tensor1d([...perPixel.mean]), tf.tensor1d([...perPixel.scale])];
    const run = (batch: tf.Tensor): tf.Tensor2D =>
      tf.tidy(() => {
        const ordered = colors === "bgr" ? tf.reverse(batch, -1) : batch;
        const y = outputAt(model.predict(tf.mul(tf.sub(ordered, means), factors)), place);
        const [examples, ...rest] = y.shape;
        check(
          examples === batch.shape[0] && rest.every((extent, i) => i === rest.length - 1 || extent === 1),
          () =>
            `${about} must give one vector per example, got the shape [${y.shape.join(", ")}] for ${batch.shape[0]}. Name an output that does: ${outputNames(model).join(", ")}.`,
        );
        const rows: tf.Tensor2D = tf.reshape(y, [examples, y.size / examples]);
        return normalize ? unitLength(rows) : rows;
      });
    const dimension = tf.tidy(() => run(tf.zeros([1, ...inputShape])).shape[1]);
    const network: Network = {
      name: path.basename(path.dirname(path.resolve(file))),
      settings: { hashes, output, size, mean, scale, colors, normalize },
      inputShape,
      dimension,
      parameters: {},
      forward: run,
      dispose() {
        model.dispose();
        tf.dispose([means, factors]);
      },
    };
    releaseWith(network, [means, factors, ...weightsOf(model)]);
    return network;
  } catch (error) {
    model.dispose();
    throw error;
  }
}

const weightsOf = (model: FrozenModel): tf.Tensor[] =>
  model.getWeights?.() ?? Object.values(model.weights as Record<string, tf.Tensor[]>).flat();

/** Loads a model in either format; `hashes` are the sha256 of its files. */
async function openModel(file: string, about: string): Promise<{ model: FrozenModel; hashes: string[] }> {
  check(isFile(file), () => `${about} is not a file. Name the model.json of the model.`);
  const json = parsed(file, about);
  const { loadGraphModel, loadLayersModel } = await import("../engine/tensorFlowJs/index.js");
  const address = `file://${path.resolve(file)}`;
  try {
    const model: FrozenModel =
      json.format === "graph-model" ? await loadGraphModel(address) : await loadLayersModel(address);
    const weights = json.weightsManifest.flatMap(({ paths }) => paths);
    const files = [file, ...weights.map((name) => path.join(path.dirname(file), name))];
    return { model, hashes: await Promise.all(files.map((each) => hashFile(each))) };
  } catch (error) {
    throw new UserError(
      `${about} cannot be read as a model of TensorFlow.js: ${(error as Error).message.split("\n")[0]}`,
    );
  }
}

interface ModelJson {
  format?: unknown;
  weightsManifest: readonly { paths: readonly string[] }[];
}

function parsed(file: string, about: string): ModelJson {
  let json: unknown;
  try {
    json = JSON.parse(readText(file));
  } catch {
    json = undefined;
  }
  const isModel =
    isRecord(json) &&
    isRecord(json.modelTopology) &&
    isArray(json.weightsManifest) &&
    json.weightsManifest.every(
      (group) =>
        isRecord(group) && isArray(group.paths) && group.paths.every((name) => typeof name === "string"),
    );
  check(
    isModel,
    () =>
      `${about} is not a model of TensorFlow.js. Name the model.json that tensorflowjs_converter or model.save wrote.`,
  );
  const { weightsManifest } = json as ModelJson;
  const outside = weightsManifest.flatMap(({ paths }) => paths).find((name) => isOutside(name));
  check(
    outside === undefined,
    () => `${about} names weights outside its folder: ${outside}. Its weights must lie beside it.`,
  );
  return json as ModelJson;
}

const isOutside = (name: string) => path.isAbsolute(name) || path.normalize(name).startsWith("..");

function inputOf({ inputs }: FrozenModel, size: FrozenNetworkOptions["size"], about: string): Shape {
  check(inputs.length === 1, () => `${about} must have one input, got ${inputs.length}.`);
  const [{ shape = [] }] = inputs;
  const example = shape.slice(1).map((extent) => (extent === null || extent < 1 ? undefined : extent));
  check(
    example.length === 1 || example.length === 3,
    () =>
      `${about} must take images [n, height, width, channels] or vectors [n, d], got an input of the shape [${shape.map(String).join(", ")}].`,
  );
  const [height, width] = typeof size === "number" ? [size, size] : (size ?? []);
  const wanted = example.length === 3 ? [example[0] ?? height, example[1] ?? width, example[2]] : example;
  check(
    wanted.every((extent) => extent !== undefined),
    () =>
      `${about} leaves the size of its images open: its input is [${shape.map(String).join(", ")}]. Pass the size, such as { size: 224 }.`,
  );
  check(
    size === undefined || example.length === 1 || (wanted[0] === height && wanted[1] === width),
    () =>
      `${about} takes images of ${wanted[0]} × ${wanted[1]} pixels, got size ${String(size)}. Leave it out.`,
  );
  return wanted;
}

const outputNames = ({ outputs }: FrozenModel): string[] =>
  outputs.map(({ name, sourceLayer }) => sourceLayer?.name ?? name);

/** The place of the chosen output among the model's. */
function outputOf(model: FrozenModel, chosen: string | undefined, about: string): number {
  const names = outputNames(model);
  check(
    chosen !== undefined || names.length === 1,
    () => `${about} has several outputs. Pass the name of one as output: ${names.join(", ")}.`,
  );
  const place = chosen === undefined ? 0 : names.indexOf(chosen);
  check(place >= 0, () => `${about} has no output "${chosen}". Its outputs are ${names.join(", ")}.`);
  return place;
}

function outputAt(result: unknown, place: number): tf.Tensor {
  const all = isArray(result)
    ? result
    : result instanceof tf.Tensor
      ? [result]
      : Object.values(result as object);
  return all[place] as tf.Tensor;
}
