import {
  argument,
  functionValue,
  isArray,
  optional,
  path,
  readOptions,
  readRecord,
  seed as seedValue,
} from "../core/options";
import { pretrainedFile } from "../datasets";
import { requireEngine } from "../engine";
import {
  convolution,
  globalAveragePool,
  maxPool,
  parallel,
  relu,
  responseNormalization,
  subtractColor,
  type Layer,
  type LayerLike,
} from "./layers";
import type { LayeredNetwork } from "./network";
import { sequential } from "./sequential";
import { loadCaffeWeights } from "./weights";

export interface GoogLeNetOptions {
  /**
   * "imagenet": those that `ssdml data fetch googlenet` has fetched; or a file: `bvlc_googlenet.caffemodel`, the same as `.onnx`, or a
   * `manifest.json` with a `.bin` beside it. Without it, the weights are random.
   */
  weights?: string | undefined;
  /** How a map of activations becomes one vector. Default `globalAveragePool()`; the paper has `rmac({ levels: 3 })`. */
  pooling?: LayerLike;
  /** [height, width, 3] of the images to be trained on; others are taken too. Default [224, 224, 3]. */
  input?: readonly [height: number, width: number, channels: 3];
  /** Random weights follow from it. Default 1. */
  seed?: number;
}

/** 1 × 1; 3 × 3 after its reduction; 5 × 5 after its reduction; 1 × 1 after the pool. */
type Inception = readonly [
  one: number,
  threeBy: number,
  three: number,
  fiveBy: number,
  five: number,
  pool: number,
];

/** Table 1 of Szegedy et al. 2015. */
const inceptions: Readonly<Record<string, Inception>> = {
  "3a": [64, 96, 128, 16, 32, 32],
  "3b": [128, 128, 192, 32, 96, 64],
  "4a": [192, 96, 208, 16, 48, 64],
  "4b": [160, 112, 224, 24, 64, 64],
  "4c": [128, 128, 256, 24, 64, 64],
  "4d": [112, 144, 288, 32, 64, 64],
  "4e": [256, 160, 320, 32, 128, 128],
  "5a": [256, 160, 320, 32, 128, 128],
  "5b": [384, 192, 384, 48, 128, 128],
};

/** The layers with weights, in the order of the network's parameters, as Caffe calls them. */
const layerNames = [
  "conv1/7x7_s2",
  "conv2/3x3_reduce",
  "conv2/3x3",
  ...Object.keys(inceptions).flatMap((block) =>
    ["1x1", "3x3_reduce", "3x3", "5x5_reduce", "5x5", "pool_proj"].map(
      (name) => `inception_${block}/${name}`,
    ),
  ),
];

/** The mean color of ImageNet's pictures that BVLC's GoogLeNet was trained with; red, green, blue. */
const meanColor = [123, 117, 104];

const googLeNetSchema = {
  weights: optional(path),
  pooling: optional(
    argument<LayerLike>(
      "a layer such as rmac({ levels: 3 }), or a function of a batch",
      (value) => typeof value === "function" || (typeof value === "object" && value !== null),
    ),
  ),
  input: argument<readonly [number, number, 3]>(
    "[height, width, 3] of at least 32 × 32 pixels",
    (value) =>
      isArray(value) &&
      value.length === 3 &&
      value[2] === 3 &&
      value.every(Number.isSafeInteger) &&
      Number(value[0]) >= 32 &&
      Number(value[1]) >= 32,
    { default: [224, 224, 3] },
  ),
  seed: seedValue(),
};

/**
 * GoogLeNet (Szegedy et al. 2015) up to its last inception block and a pooling: the paper's network for fine-grained pictures. It takes RGB
 * images of any size with values from 0 to 255. Embeddings have 1,024 dimensions and length one.
 *
 * `ssdml data fetch googlenet` downloads the trained weights for `weights: "imagenet"`.
 *
 * @example
 * const network = googLeNet({ pooling: rmac({ levels: 2 }), input: [64, 64, 3] });
 * network.dimension; // → 1024
 */
export function googLeNet(options: GoogLeNetOptions = {}): LayeredNetwork {
  const {
    weights,
    pooling = globalAveragePool(),
    input,
    seed,
  } = readOptions("googLeNet", options, googLeNetSchema);
  if (typeof pooling !== "function")
    readRecord("googLeNet: pooling", pooling, "a layer such as rmac({ levels: 3 })", {
      build: functionValue(),
    });
  requireEngine("googLeNet");
  const network = sequential([...googLeNetLayers(), pooling], {
    name: "googLeNet",
    input,
    seed,
    anySize: true,
  });
  if (weights === undefined) return network;
  try {
    const file = weights === "imagenet" ? pretrainedFile("googLeNet: weights", "googlenet") : weights;
    loadCaffeWeights("googLeNet", network, layerNames, file);
    return network;
  } catch (error) {
    network.dispose();
    throw error;
  }
}

/** From an image of any size to 1,024 channels at a 32nd of its height and width. */
function googLeNetLayers(): Layer[] {
  const pool = () => maxPool(3, { stride: 2, padding: "ceil" });
  const block = (name: keyof typeof inceptions) => inception(inceptions[name]);
  return [
    subtractColor(meanColor),
    convolution(64, 7, { stride: 2, padding: 3 }),
    relu(),
    pool(),
    responseNormalization(),
    convolution(64, 1),
    relu(),
    convolution(192, 3, { padding: "same" }),
    relu(),
    responseNormalization(),
    pool(),
    block("3a"),
    block("3b"),
    pool(),
    ...["4a", "4b", "4c", "4d", "4e"].map(block),
    pool(),
    block("5a"),
    block("5b"),
  ];
}

function inception([one, threeBy, three, fiveBy, five, pool]: Inception): Layer {
  const filters = (count: number, size: number) => [convolution(count, size, { padding: "same" }), relu()];
  return parallel([
    filters(one, 1),
    [...filters(threeBy, 1), ...filters(three, 3)],
    [...filters(fiveBy, 1), ...filters(five, 5)],
    [maxPool(3, { stride: 1, padding: "same" }), ...filters(pool, 1)],
  ]);
}
