import path from "node:path";
import { check } from "../core";
import { oneOf, readOptions } from "../core/options";
import type { FetchEvent } from "../io/download";
import type { FetchOptions } from "./files/catalogEntry";
import type { DatasetLocation } from "./files/datasetLocation";
import { fetchFiles, locate } from "./files/publishedFiles";
import type { PublishedFiles } from "./files/recipe";
import { fileSource } from "./files/sources";
import { fetchSchema } from "./loadDataset";

const googLeNetFile = {
  name: "googlenet-7.onnx",
  size: 28_020_232,
  sha256: "5725ccfd90845735ce5897faf7843c3f9b13acda3c4f3bff82cb21c9337c9de8",
};

/** BVLC's GoogLeNet, trained on ImageNet (unrestricted use), as the ONNX model zoo keeps it. */
const googLeNet: PublishedFiles = {
  name: "googlenet",
  title: "GoogLeNet's weights",
  homepage: "https://github.com/onnx/models",
  howToName: "with SSDML_DATA, or the file itself with the weights option",
  files: [googLeNetFile],
  sources: [
    fileSource("the ONNX model zoo", {
      ...googLeNetFile,
      filename: googLeNetFile.name,
      url: "https://github.com/onnx/models/raw/main/validated/vision/classification/inception_and_googlenet/googlenet/model/googlenet-7.onnx",
    }),
  ],
};

const pretrained = { googlenet: googLeNet } satisfies Record<string, PublishedFiles>;

export type PretrainedName = keyof typeof pretrained;

/** The names of networks whose trained weights can be fetched. */
export const pretrainedNames = Object.keys(pretrained) as PretrainedName[];

/**
 * Fetches the trained weights of a network into the user folder (or `folder`), verifies them, and returns their location. Does nothing if they are there and intact.
 *
 * @example const fetched = async () => { for await (const event of fetchPretrained("googlenet")) console.log(event.kind); };
 */
export async function* fetchPretrained(
  name: PretrainedName,
  options: FetchOptions = {},
): AsyncGenerator<FetchEvent, DatasetLocation> {
  const known = oneOf(pretrainedNames).read(name, "fetchPretrained: name");
  return yield* fetchFiles(pretrained[known], readOptions("fetchPretrained", options, fetchSchema));
}

/** The file of fetched weights. */
export function pretrainedFile(caller: string, name: PretrainedName): string {
  const { files, title } = pretrained[name];
  const place = locate(pretrained[name]);
  check(
    place !== undefined,
    () =>
      `${caller}: ${title} are not on this machine yet. Run npx ssdml data fetch ${name}, or pass the name of a file.`,
  );
  return path.join(place.folder, files[0].name);
}
