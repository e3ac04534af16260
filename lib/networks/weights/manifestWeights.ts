import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { check, UserError } from "../../core";
import { fields, isCount, isText, listOf, parseJson, unreadable } from "../../io/files";
import { floatsOf, type StoredLayer } from "./storedLayer";

const isManifest = fields({
  layers: listOf(
    fields({
      name: isText,
      /** [filters, height, width, channels] */
      filterShape: listOf(isCount),
      /** In bytes. */
      filterOffset: isCount,
      biasOffset: isCount,
      biasLength: isCount,
    }),
  ),
});

interface ManifestLayer {
  name: string;
  filterShape: readonly number[];
  filterOffset: number;
  biasOffset: number;
  biasLength: number;
}

/** Weights as a .bin file of float32 numbers and, beside it, a manifest of JSON that says where those of each layer are. */
export function readManifestWeights(text: string, file: string): StoredLayer[] {
  const manifest = parseJson(text, file, "Download it again.");
  check(
    isManifest(manifest),
    () => "it has no layers with name, filterShape, filterOffset, biasOffset and biasLength",
  );
  const bytes = binBeside(file);
  return (manifest as { layers: ManifestLayer[] }).layers.map(({ name, filterShape, ...at }) => {
    const numbers = (offset: number, count: number) => {
      check(
        offset + 4 * count <= bytes.length,
        () => `layer ${name} lies beyond the ${bytes.length} bytes of the .bin file`,
      );
      return floatsOf(bytes.subarray(offset, offset + 4 * count));
    };
    const size = filterShape.reduce((product, extent) => product * extent, 1);
    const filter = channelsFirst(numbers(at.filterOffset, size), filterShape);
    return { name, filter, bias: numbers(at.biasOffset, at.biasLength) };
  });
}

function binBeside(file: string): Uint8Array {
  const folder = path.dirname(file);
  const found = readdirSync(folder).filter((name) => name.endsWith(".bin"));
  if (found.length !== 1)
    throw new UserError(`beside it there must be one .bin file with the weights, got ${found.length}`);
  const bin = path.join(folder, found[0]);
  try {
    return readFileSync(bin);
  } catch (error) {
    throw unreadable(bin, error);
  }
}

/** [filters, height, width, channels] → [filters, channels, height, width] */
function channelsFirst(
  values: Float32Array,
  [filters, height, width, channels]: readonly number[],
): Float32Array {
  const turned = new Float32Array(values.length);
  const pixels = height * width;
  for (let f = 0; f < filters; f++)
    for (let p = 0; p < pixels; p++)
      for (let c = 0; c < channels; c++)
        turned[(f * channels + c) * pixels + p] = values[(f * pixels + p) * channels + c];
  return turned;
}
