import { check, drainAsync } from "../core";
import { about, advised, argument, flag, oneOf, optional, wholeNumber, type Settings } from "../core/options";
import { fetchPretrained } from "../datasets";
import {
  globalAveragePool,
  googLeNet,
  multiScale,
  onnxNetwork,
  rmac,
  tfjsNetwork,
  type FrozenNetworkOptions,
  type Network,
  type OnnxNetwork,
} from "../networks";
import type { Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";
import { checkedOptions, optionName } from "./schemaOptions";

/** Texts of the form "123.7,116.3,103.5". */
const perChannel = (initial: string) =>
  argument<string>(
    "a number, or one per channel with commas between them",
    (value) =>
      typeof value === "string" &&
      value.split(",").every((word) => word.trim() !== "" && Number.isFinite(Number(word))),
    { default: initial },
  );

const isName = (value: unknown) => typeof value === "string" && value !== "";

/** Options of GoogLeNet. */
export const googLeNetSchema = {
  weights: about(
    "file of GoogLeNet's weights; by default those of the ONNX model zoo, which are fetched once (28 MB)",
    argument<string>("the name of a file", isName, { default: "imagenet" }),
  ),
  pooling: about(
    "how a map of activations becomes a vector: rmac, as in the paper, or its mean",
    oneOf(["rmac", "mean"], { default: "rmac" }),
  ),
  levels: about("levels of R-MAC's regions", wholeNumber({ min: 1, default: 3 })),
  scales: about(
    "the longer sides, in pixels, that each picture is seen in; 512,362,256 as in the paper",
    advised(
      "Write --scales 512,362,256.",
      argument<string>(
        "whole numbers with commas between them",
        (value) => typeof value === "string" && /^\d{2,4}(,\d{2,4})*$/.test(value),
        { default: "512,362,256" },
      ),
    ),
  ),
};

/** Options of networks in files. */
export const fileSchema = {
  size: about(
    "height and width of its pictures, if the file leaves them open",
    optional(wholeNumber({ min: 1 })),
  ),
  mean: about("subtracted from the pixels, 0 to 255", perChannel("0")),
  scale: about("what they are multiplied by then", perChannel("1")),
  colors: about("the order of its colors", oneOf(["rgb", "bgr"], { default: "rgb" })),
  output: about(
    "its output that holds the features",
    optional(argument<string>("the name of an output", isName, { default: "" })),
  ),
  normalize: about("whether features are scaled to length one", flag({ default: true })),
};

/** Everything that says which network computes features: as it was typed, and as files of features record it. */
export type FeatureNetworkRecord =
  | ({ network: "googlenet" } & Settings<typeof googLeNetSchema>)
  | ({ network: string } & Settings<typeof fileSchema>);

const isOnnx = (file: string) => /\.onnx$/i.test(file);
const isTfjs = (file: string) => /\.json$/i.test(file);

/** Reads the options of the network that --network names. */
export function readFeatureNetwork(
  command: string,
  values: Readonly<Record<string, unknown>>,
): FeatureNetworkRecord {
  const network = typeof values.network === "string" ? values.network : "googlenet";
  const isFile = isOnnx(network) || isTfjs(network);
  check(
    isFile || network === "googlenet",
    () =>
      `${command}: --network must be googlenet, an .onnx file such as dinov2.onnx, or the model.json of a model of TensorFlow.js, got "${network}".`,
  );
  const other = Object.keys(isFile ? googLeNetSchema : fileSchema).find(
    (name) => values[optionName(name)] !== undefined,
  );
  check(
    other === undefined,
    () =>
      `${command}: --${other} is an option of ${isFile ? "googlenet" : "networks in files"}, but --network is ${network}. Leave it out.`,
  );
  return isFile
    ? { network, ...checkedOptions(command, fileSchema, values) }
    : { network: "googlenet", ...checkedOptions(command, googLeNetSchema, values) };
}

/** Opens the network. Weights that are not on this machine yet are fetched. */
export async function openFeatureNetwork(
  record: FeatureNetworkRecord,
  terminal: Terminal,
): Promise<Network | OnnxNetwork> {
  if ("weights" in record) {
    const { weights, pooling, levels, scales } = record;
    if (weights === "imagenet") await fetchWeights(terminal);
    const network = googLeNet({
      weights,
      pooling: pooling === "rmac" ? rmac({ levels }) : globalAveragePool(),
    });
    return { ...multiScale(network, scales.split(",").map(Number)), settings: record };
  }
  const { network: file, size, mean, scale, colors, output, normalize } = record;
  const open: (file: string, options: FrozenNetworkOptions) => Promise<Network | OnnxNetwork> = isOnnx(file)
    ? onnxNetwork
    : tfjsNetwork;
  const network = await open(file, {
    ...(size !== undefined && { size }),
    ...(output !== undefined && output !== "" && { output }),
    mean: numbers(mean),
    scale: numbers(scale),
    colors,
    normalize,
  });
  return { ...network, settings: { ...network.settings, ...record } };
}

const numbers = (text: string): number | number[] => {
  const all = text.split(",").map(Number);
  return all.length === 1 ? all[0] : all;
};

async function fetchWeights(terminal: Terminal): Promise<void> {
  const printer = eventPrinter(terminal);
  try {
    await drainAsync(fetchPretrained("googlenet", { signal: terminal.signal }), (event) => {
      if (event.kind !== "step") printer.print(event);
    });
  } finally {
    printer.end();
  }
}
