import { readFileSync } from "node:fs";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import { check, UserError } from "../../core";
import { unreadable } from "../../io/files";
import { readCaffeModel } from "./caffeModel";
import { readManifestWeights } from "./manifestWeights";
import { readOnnxWeights } from "./onnxWeights";
import type { StoredLayer } from "./storedLayer";

/**
 * Gives a network of convolutions for RGB images the weights of a file that was trained with Caffe, for BGR images. `names` are Caffe's for the layers
 * with weights, in the order of the network's.
 */
export function loadCaffeWeights(
  caller: string,
  network: { readonly parameters: Readonly<Record<string, tf.Variable>> },
  names: readonly string[],
  file: string,
): void {
  const stored = new Map(readStored(caller, file).map((layer) => [layer.name, layer]));
  const parameters = Object.values(network.parameters);
  const values = names.map((name, i) => {
    const filter = parameters[2 * i];
    const bias = parameters[2 * i + 1];
    const layer = stored.get(name);
    check(
      layer?.filter.length === filter.size && layer.bias.length === bias.size,
      () =>
        `${caller}: ${file} must have the layer ${name} with ${filter.size} weights and ${bias.size} biases, got ${layer ? `${layer.filter.length} and ${layer.bias.length}` : "no such layer"}. The file is of another network, or damaged: download it again.`,
    );
    check(
      [layer.filter, layer.bias].every((numbers) => numbers.every(Number.isFinite)),
      () =>
        `${caller}: ${file} is damaged: its layer ${name} has weights that are not numbers. Download it again.`,
    );
    return layer;
  });
  values.forEach(({ filter, bias }, i) => {
    assign(parameters[2 * i], (variable) => hwio(filter, variable.shape as FilterShape, i === 0));
    assign(parameters[2 * i + 1], () => bias);
  });
}

function readStored(caller: string, file: string): StoredLayer[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UserError(`${caller}: ${unreadable(file, error).message}`);
  }
  try {
    if (path.extname(file) === ".json") return readManifestWeights(bytes.toString("utf8"), file);
    return path.extname(file) === ".onnx" ? readOnnxWeights(bytes) : readCaffeModel(bytes);
  } catch (error) {
    const reason = error instanceof UserError ? error.message : "it is no file of weights, or it was cut off";
    throw new UserError(
      `${caller}: ${file} cannot be read: ${reason.replace(/\.$/, "")}. Download it again.`,
    );
  }
}

type FilterShape = [height: number, width: number, channels: number, filters: number];

/** [filters, channels, height, width] → [height, width, channels, filters]; the first layer's channels are reversed, from BGR to RGB. */
function hwio(
  values: Float32Array,
  [height, width, channels, filters]: FilterShape,
  isFirst: boolean,
): Float32Array {
  const turned = new Float32Array(values.length);
  const pixels = height * width;
  for (let f = 0; f < filters; f++)
    for (let c = 0; c < channels; c++)
      for (let p = 0; p < pixels; p++)
        turned[(p * channels + (isFirst ? channels - 1 - c : c)) * filters + f] =
          values[(f * channels + c) * pixels + p];
  return turned;
}

function assign(variable: tf.Variable, values: (variable: tf.Variable) => Float32Array): void {
  tf.tidy(() => {
    variable.assign(tf.tensor(values(variable), variable.shape, "float32"));
  });
}
