import * as tf from "@tensorflow/tfjs-core";
import { aboutFile, check, UserError } from "../core/errors";
import { readSafetensors, writeSafetensors, type NamedArray } from "../io/files/safetensors";
import { checkNumbers, formatText, foundFormat, isOfFormat, type SavedFormat } from "../io/files/savedFormat";
import { requireEngine } from "../engine/requireEngine";
import { cifarNetwork } from "./cifarNetwork";
import { mnistNetwork, type NetworkOptions } from "./mnistNetwork";
import { checkNetwork, type Network } from "./network";
import { functionValue, path } from "../core/options";

/** Makes a network from a seed. */
export type MakeNetwork = (options: NetworkOptions) => Network;

/** The paper's networks by name. */
const networks = new Map<string, MakeNetwork>([
  ["mnist", mnistNetwork],
  ["cifar", cifarNetwork],
]);

const format: SavedFormat = { name: "ssdml network", version: 2, withoutChecksum: 1 };

/** Writes a network's parameters to one safetensors file. */
export async function saveNetwork(network: Network, file: string): Promise<void> {
  checkNetwork("saveNetwork: network", network);
  path.read(file, "saveNetwork: file");
  await writeSafetensors(file, {
    arrays: await arraysOf(Object.entries(network.parameters)),
    metadata: { format: formatText(format), network: network.name },
  });
}

/** Reads a network that `saveNetwork` wrote. A network of one's own is made by `makeNetwork`. */
export async function loadNetwork(file: string, makeNetwork?: MakeNetwork): Promise<Network> {
  requireEngine("loadNetwork");
  path.read(file, "loadNetwork: file");
  optionalMaker("loadNetwork: makeNetwork", makeNetwork);
  const loaded = await readSafetensors(file);
  check(
    isOfFormat(loaded, format),
    () => `loadNetwork: ${file} must be a "${formatText(format)}", got ${foundFormat(loaded, format)}.`,
  );
  checkNumbers(loaded, file);
  const network = networkMaker("loadNetwork", loaded.metadata.network, makeNetwork)({ seed: 1 });
  checkNetwork("loadNetwork: what makeNetwork returns", network);
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

/** Checks a function that makes networks, which may be left out. */
export function optionalMaker(name: string, makeNetwork: MakeNetwork | undefined): void {
  if (makeNetwork !== undefined) functionValue("a function that makes a network").read(makeNetwork, name);
}

/** `makeNetwork` where it is given, else the maker of the paper's network of that name. */
export function networkMaker(
  caller: string,
  name: string | undefined,
  makeNetwork?: MakeNetwork,
): MakeNetwork {
  const make = makeNetwork ?? networks.get(name ?? "");
  if (make) return make;
  throw new UserError(
    `${caller}: the file is of the network "${name ?? ""}", which is not one of ${[...networks.keys()].join(", ")}. Pass a function that makes it as the second argument.`,
  );
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
