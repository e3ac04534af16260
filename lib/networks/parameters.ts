import * as tf from "@tensorflow/tfjs-core";
import { aboutFile, check } from "../core";
import {
  checkNumbers,
  formatText,
  foundFormat,
  isOfFormat,
  readSafetensors,
  writeSafetensors,
  type NamedArray,
  type SavedFormat,
} from "../io/files";
import { requireEngine } from "../engine";
import { cifarNetwork } from "./cifarNetwork";
import { identity } from "./featureNetworks";
import { mnistNetwork, type NetworkOptions } from "./mnistNetwork";
import { checkNetwork, type Network } from "./network";
import { checkLayers, layersText } from "./sameLayers";
import { isOnnxName, writeOnnx, writeTo } from "./onnx";
import { functionValue, isRecord, path, readRecord } from "../core/options";

/** Makes a network from a seed. */
export type MakeNetwork = (options: NetworkOptions) => Network;

/** A network, or a function that makes one from a seed. */
export type NetworkLike = Network | MakeNetwork;

/** Makes networks for examples of a shape: by the function, or as copies of the network. */
export function networkMakerOf(name: string, network: NetworkLike, input: readonly number[]): MakeNetwork {
  if (typeof network === "function") return network;
  checkNetworkLike(name, network);
  return ({ seed = 1 }) => network.copy!({ seed, input });
}

/** Rejects anything that is neither a function that makes a network nor a network that can be copied. */
export function checkNetworkLike(name: string, network: NetworkLike): void {
  if (typeof network === "function") return;
  check(
    !isRecord(network) || !("embed" in network) || "copy" in network,
    () =>
      `${name} must be a network that can be trained, got an onnxNetwork. Compute its features first and learn from them: fit(await network.embed(images), labels).`,
  );
  const wrapped = isRecord(network)
    ? "getWeights" in network
      ? "layersNetwork(model)"
      : "build" in network
        ? "sequential([layer, …])"
        : undefined
    : undefined;
  check(wrapped === undefined, () => `${name} must be a network. Wrap what you pass: ${wrapped}.`);
  readRecord(name, network, "a network such as sequential([dense(128)]), or a function that makes one", {
    copy: functionValue(),
  });
}

/** The networks that need nothing but a seed and the shape of their input. */
const networks = new Map<
  string,
  (options: NetworkOptions & { input?: readonly number[] | undefined }) => Network
>([
  ["mnist", (options) => mnistNetwork(networkOptions(options))],
  ["cifar", (options) => cifarNetwork(networkOptions(options))],
  ["identity", ({ seed, input }) => identity({ seed, input })],
]);

const networkOptions = ({ seed, initialization }: NetworkOptions): NetworkOptions => ({
  ...(seed !== undefined && { seed }),
  ...(initialization !== undefined && { initialization }),
});

const format: SavedFormat = { name: "ssdml network", version: 2, withoutChecksum: 1 };

/**
 * Writes a network's parameters to one safetensors file, or all of the network to an ONNX file.
 *
 * @example
 * const network = mlp([3], { input: [2], seed: 1 });
 * await saveNetwork(network, "out/network.safetensors");
 * const again = await loadNetwork("out/network.safetensors", mlp([3], { input: [2], seed: 2 }));
 */
export async function saveNetwork(network: Network, file: string): Promise<void> {
  checkNetwork("saveNetwork: network", network);
  path.read(file, "saveNetwork: file");
  if (isOnnxName(file)) {
    await writeOnnx(file, {
      caller: "saveNetwork",
      name: network.name,
      inputShape: network.inputShape,
      metadata: { network: network.name },
      build: (graph, x) => writeTo(graph, x, `the network "${network.name}"`, network),
    });
    return;
  }
  await writeSafetensors(file, {
    arrays: await arraysOf(Object.entries(network.parameters)),
    metadata: { format: formatText(format), ...networkMetadata(network) },
  });
}

/**
 * Reads a network that `saveNetwork` wrote. A network of one's own is made by `makeNetwork`.
 *
 * @example
 * await saveNetwork(mnistNetwork({ seed: 1 }), "out/mnist.safetensors");
 * const network = await loadNetwork("out/mnist.safetensors");
 * embed(network, images).shape; // → [200, 128]
 */
export async function loadNetwork(file: string, own?: NetworkLike): Promise<Network> {
  requireEngine("loadNetwork");
  path.read(file, "loadNetwork: file");
  if (own !== undefined) checkNetworkLike("loadNetwork: network", own);
  const loaded = await readSafetensors(file);
  check(
    isOfFormat(loaded, format),
    () => `loadNetwork: ${file} must be a "${formatText(format)}", got ${foundFormat(loaded, format)}.`,
  );
  checkNumbers(loaded, file);
  const make = networkMaker("loadNetwork", loaded.metadata, own);
  const network = aboutFile(`loadNetwork: ${file} cannot be used`, () => make({ seed: 1 }));
  checkNetwork("loadNetwork: what the function returns", network);
  try {
    aboutFile(`loadNetwork: ${file} cannot be used`, () => {
      assignArrays(network.parameters, loaded.arrays);
    });
  } catch (error) {
    network.dispose();
    throw error;
  }
  return network;
}

/** A maker of the given network, else of the network of ours that a file's metadata name. */
export function networkMaker(
  caller: string,
  { network: name = "", input, layers }: Record<string, string | undefined>,
  own?: NetworkLike,
): MakeNetwork {
  if (own !== undefined) {
    const make =
      typeof own === "function"
        ? own
        : networkMakerOf(`${caller}: network`, own, inputOf(input) ?? own.inputShape);
    return (options) => {
      const network = make(options);
      // What is no network is rejected by the caller.
      if (!isRecord(network)) return network;
      try {
        checkLayers(caller, network, layers);
        return network;
      } catch (error) {
        network.dispose?.();
        throw error;
      }
    };
  }
  const known = networks.get(name);
  check(
    known !== undefined,
    () =>
      `${caller}: the file is of the network "${name}", which is not one of ${[...networks.keys()].join(", ")}. Pass that network, or a function that makes it, as the second argument.`,
  );
  return (options) => known({ ...options, input: inputOf(input) });
}

/** The shape of a network's input, as a file's metadata keep it. */
function inputOf(text: string | undefined): readonly number[] | undefined {
  return text === undefined ? undefined : text.split(",").map(Number);
}

/** What a file keeps of a network besides its parameters. */
export function networkMetadata(network: Network): Record<string, string> {
  const layers = layersText(network);
  return {
    network: network.name,
    input: network.inputShape.join(),
    ...(layers !== undefined && { layers }),
  };
}

/** The values of tensors as arrays of the same names. */
export async function arraysOf(tensors: [string, tf.Tensor][]): Promise<Record<string, NamedArray>> {
  const arrays: Record<string, NamedArray> = {};
  for (const [name, tensor] of tensors) {
    arrays[name] = { data: Float32Array.from(await tensor.data()), shape: tensor.shape };
  }
  return arrays;
}

/** Refuses arrays of which one is missing or has another shape than the variable of its name. */
export function checkArrays(
  variables: Readonly<Record<string, tf.Variable>>,
  arrays: Record<string, NamedArray>,
  prefix = "",
): void {
  for (const [name, { shape }] of Object.entries(variables)) {
    const array = arrays[`${prefix}${name}`] as NamedArray | undefined;
    check(
      array?.shape.join() === shape.join(),
      () =>
        `${prefix}${name} must have the shape [${shape.join(", ")}], got ${array ? `[${array.shape.join(", ")}]` : "nothing"}: the file is of another network.`,
    );
    check(array.data instanceof Float32Array, () => `${prefix}${name} must be float32: the file is damaged.`);
  }
}

/** Gives each variable the array of its name after the prefix. Wrong arrays change none of them. */
export function assignArrays(
  variables: Readonly<Record<string, tf.Variable>>,
  arrays: Record<string, NamedArray>,
  prefix = "",
): void {
  checkArrays(variables, arrays, prefix);
  for (const [name, variable] of Object.entries(variables)) {
    const { data } = arrays[`${prefix}${name}`];
    tf.tidy(() => {
      variable.assign(tf.tensor(data, variable.shape, "float32"));
    });
  }
}
