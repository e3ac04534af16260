import { aboutFile, check } from "../core";
import {
  checkNumbers,
  formatText,
  foundFormat,
  isOfFormat,
  readSafetensors,
  readSavedSettings,
  writeSafetensors,
  type NamedArray,
  type SavedFormat,
} from "../io/files";
import {
  isOnnxName,
  networkMaker,
  networkMetadata,
  packMatrix,
  unpackMatrix,
  type MakeNetwork,
  type NetworkLike,
} from "../networks";
import type { PartRecords } from "./method";
import { saveOnnx } from "./onnxModel";
import { learnedArrays, preprocessingArrays, type DeepModel } from "./model";

const formatOf = (method: string): SavedFormat => ({
  name: `ssdml ${method} model`,
  version: 2,
  withoutChecksum: 1,
});

/** Rejects the names of other formats, which a model would not be in. */
export function checkSavedName(caller: string, file: string): void {
  check(
    !/\.(pt|pth|h5|keras|pkl|pb|json|npz|npy)$/i.test(file),
    () =>
      `${caller}: the file must be a .safetensors or .onnx file, got "${file}". These are the formats a model is written in.`,
  );
}

/** Writes a model as one safetensors file or, where the file's name says so, as ONNX. */
export async function saveModel(
  method: string,
  model: DeepModel,
  file: string,
  settings: object,
  parts: PartRecords,
): Promise<void> {
  if (isOnnxName(file)) {
    await saveOnnx(method, model, file, { settings: JSON.stringify(settings), parts: JSON.stringify(parts) });
    return;
  }
  await writeSafetensors(file, {
    arrays: { ...(await learnedArrays(model)), ...packed(preprocessingArrays(model.preprocessing)) },
    metadata: {
      format: formatText(formatOf(method)),
      ...networkMetadata(model.network),
      preprocessing: model.preprocessing.name,
      settings: JSON.stringify(settings),
      parts: JSON.stringify(parts),
    },
  });
}

/** The whitening matrix of color pictures is much larger than the network. */
const whitening = "preprocessing/matrix";

const packed = ({ [whitening]: matrix, ...others }: Record<string, NamedArray | undefined>) =>
  ({ ...others, ...(matrix && packMatrix(whitening, matrix)) }) as Record<string, NamedArray>;

/** What `saveModel` wrote. */
export interface SavedModel<Options> {
  settings: Options;
  makeNetwork: MakeNetwork;
  preprocessing: string | undefined;
  arrays: Record<string, NamedArray>;
}

/** Reads a file of `saveModel`. A network of the caller's own is passed again. */
export async function readModel<Options>(
  method: string,
  file: string,
  network?: NetworkLike,
): Promise<SavedModel<Options>> {
  const caller = `${method}.load`;
  const loaded = await readSafetensors(file);
  const { arrays, metadata } = loaded;
  const format = formatOf(method);
  check(
    isOfFormat(loaded, format),
    () =>
      `${caller}: ${file} must be a "${formatText(format)}", got ${foundFormat(loaded, format)}.${otherMethod(method, metadata.format)}`,
  );
  checkNumbers(loaded, file);
  return {
    settings: readSavedSettings(metadata.settings, file) as Options,
    makeNetwork: networkMaker(caller, metadata, network),
    preprocessing: metadata.preprocessing,
    arrays: aboutFile(`${caller}: ${file} cannot be used`, () => unpackMatrix(whitening, arrays)),
  };
}

/** " Load it with AGML.load.", for the file of another method. */
function otherMethod(method: string, format: string | undefined): string {
  const [, own] = /^ssdml (\S+) model \d+$/.exec(format ?? "") ?? [];
  return own === undefined || own === method ? "" : ` Load it with ${own}.load.`;
}
