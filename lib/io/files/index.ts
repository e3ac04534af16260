export { parseExactJson, toExactJson } from "./exactJson";
export {
  either,
  fields,
  isCount,
  isNull,
  isNumber,
  isText,
  listOf,
  oneOf,
  optional,
  type Shape,
} from "./jsonShape";
export { hashFile } from "./hashFile";
export { isFile, isFolder } from "./kindOfFile";
export { makeFolder } from "./makeFolder";
export { isJsonObject, parseAnyJson, parseJson } from "./parseJson";
export { pictureFileUrl, pictures } from "./pictureFileUrl";
export { readText } from "./readText";
export { readableFile, requireRegularFile, type ReadAccess } from "./readableFile";
export { readSafetensors, writeSafetensors, type NamedArray } from "./safetensors";
export {
  checkNumbers,
  formatText,
  foundFormat,
  isOfFormat,
  readSavedSettings,
  type SavedFormat,
} from "./savedFormat";
export { gunzipAtMost, inflateAtMost, inflateExactly, inflateStart } from "./unpack";
export { unreadable } from "./unreadable";
export { requireWritable, writeAtomically } from "./writeAtomically";
