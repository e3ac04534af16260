import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { io } from "@tensorflow/tfjs-core";
import { check } from "../../core";

const SCHEME = "file://";
const WEIGHTS = "weights.bin";

async function save(folder: string, artifacts: io.ModelArtifacts): Promise<io.SaveResult> {
  const { weightData = new ArrayBuffer(0), weightSpecs = [], ...model } = artifacts;
  const weightsManifest = [{ paths: [WEIGHTS], weights: weightSpecs }];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, WEIGHTS), Buffer.from(io.CompositeArrayBuffer.join(weightData)));
  await writeFile(path.join(folder, "model.json"), JSON.stringify({ ...model, weightsManifest }));
  return { modelArtifactsInfo: io.getModelArtifactsInfoForJSON(artifacts) };
}

async function load(file: string): Promise<io.ModelArtifacts> {
  check(
    existsSync(file),
    () =>
      `tf.loadLayersModel: there is no file ${file}. Name the model.json in the folder that \`save\` wrote.`,
  );
  const model = JSON.parse(await readFile(file, "utf8")) as io.ModelJSON;
  const folder = path.dirname(file);
  return io.getModelArtifactsForJSON(model, async (manifest) => {
    const names = manifest.flatMap(({ paths }) => paths);
    const parts = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
    return [io.getWeightSpecs(manifest), Uint8Array.from(Buffer.concat(parts)).buffer];
  });
}

/** Leaves an address to a handler of someone else, such as tfjs-node. TensorFlow.js allows one handler per address. */
function unlessHandled(
  address: string | string[],
  others: (address: string) => unknown[],
): string | undefined {
  if (typeof address !== "string" || !address.startsWith(SCHEME)) return undefined;
  if (isAsking) return undefined;
  isAsking = true;
  try {
    return others(address).length > 0 ? undefined : address.slice(SCHEME.length);
  } finally {
    isAsking = false;
  }
}
let isAsking = false;

/** Lets `model.save("file://folder")` and `tf.loadLayersModel("file://folder/model.json")` work, which in Node need tfjs-node otherwise. */
export function registerFiles(): void {
  io.registerSaveRouter((address) => {
    const folder = unlessHandled(address, io.getSaveHandlers);
    return folder === undefined ? null! : { save: (artifacts) => save(folder, artifacts) };
  });
  io.registerLoadRouter((address) => {
    const file = unlessHandled(address, (other) => io.getLoadHandlers(other));
    return file === undefined ? null! : { load: () => load(file) };
  });
}
