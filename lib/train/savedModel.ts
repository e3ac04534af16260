import { check } from "../core/errors";
import { readSafetensors, writeSafetensors, type NamedArray } from "../io/files/safetensors";
import { checkNumbers, formatText, foundFormat, isOfFormat, type SavedFormat } from "../io/files/savedFormat";
import { networkMaker, type MakeNetwork } from "../networks/parameters";
import { readSavedSettings } from "../io/files/savedSettings";
import { learnedArrays, preprocessingArrays, type DeepModel } from "./model";

const formatOf = (method: string): SavedFormat => ({
  name: `ssdml ${method} model`,
  version: 2,
  withoutChecksum: 1,
});

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
      format: formatText(formatOf(method)),
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
  preprocessing: string | undefined;
  arrays: Record<string, NamedArray>;
}

/** Reads a file of `saveModel`. A network of one's own is made by `makeNetwork`. */
export async function readModel<Options>(
  method: string,
  file: string,
  makeNetwork?: MakeNetwork,
): Promise<SavedModel<Options>> {
  const caller = `${method}.load`;
  const loaded = await readSafetensors(file);
  const { arrays, metadata } = loaded;
  const format = formatOf(method);
  check(
    isOfFormat(loaded, format),
    () => `${caller}: ${file} must be a "${formatText(format)}", got ${foundFormat(loaded, format)}.`,
  );
  checkNumbers(loaded, file);
  return {
    settings: readSavedSettings(metadata.settings, file) as Options,
    makeNetwork: networkMaker(caller, metadata.network, makeNetwork),
    preprocessing: metadata.preprocessing,
    arrays,
  };
}
