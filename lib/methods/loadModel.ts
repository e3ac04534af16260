import { check } from "../core";
import { path as pathName } from "../core/options";
import { readSafetensors } from "../io/files";
import type { NetworkLike } from "../networks";
import type { DeepLearner } from "../train";
import { APIT, APLLR, ISDML, LRML, SERAPH } from "./classical";
import { deepMethods } from "./registry";

const classicalMethods = { APIT, APLLR, ISDML, LRML, SERAPH };

/** A learned model of any method: `transform` embeds what it was trained on, pictures or feature vectors. */
export type LearnedModel =
  DeepLearner | InstanceType<(typeof classicalMethods)[keyof typeof classicalMethods]>;

/** What all classes of learners have. */
interface Loader {
  load(file: string, network?: NetworkLike): Promise<LearnedModel>;
}

/**
 * Reads a model of any of our methods that `save` wrote; the file says of which. A network of your own is passed again. Models of a method of
 * your own are read by its class: `Mine.load(file)`.
 *
 * @example
 * await (await new LRML({ k: 2 }).fit(x, [0, 0, -1, 1, 1, -1])).save("out/lrml.safetensors");
 * const model = await loadModel("out/lrml.safetensors");
 * model.transform(x).shape; // → [6, 2]
 */
export async function loadModel(file: string, network?: NetworkLike): Promise<LearnedModel> {
  pathName.read(file, "loadModel: file");
  const { metadata } = await readSafetensors(file);
  const { format = "", method = "" } = metadata as Record<string, string | undefined>;
  if (format.startsWith("ssdml classical metric ") && Object.hasOwn(classicalMethods, method))
    return (classicalMethods as unknown as Record<string, Loader>)[method].load(file);
  const [, name = ""] = /^ssdml (.+) model \d+$/.exec(format) ?? [];
  check(
    name !== "",
    () =>
      `loadModel: ${file} must be a model that save wrote, such as model.safetensors of a run of ssdml train, got "${format === "" ? "something else" : format}".`,
  );
  check(
    Object.hasOwn(deepMethods, name),
    () =>
      `loadModel: ${file} is of the method "${name}", which is not one of ours. Read it with the class of that method: load(file).`,
  );
  return (deepMethods as unknown as Record<string, Loader>)[name].load(file, network);
}
