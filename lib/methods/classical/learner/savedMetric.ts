import { check } from "../../../core";
import {
  formatText,
  foundFormat,
  isOfFormat,
  readSafetensors,
  readSavedSettings,
  writeSafetensors,
  type NamedArray,
  type SavedFormat,
} from "../../../io/files";
import { multiplyTranspose, type Matrix64 } from "../../../algebra";
import { readPath } from "../../../core/options";
import { isOnnxName, writeOnnx } from "../../../networks";
import type { MahalanobisMetric } from "./metric";

const format: SavedFormat = { name: "ssdml classical metric", version: 2, withoutChecksum: 1 };

/** L omits eigenvalues of M that are rounding errors. */
const tolerance = 1e-6;

/** Writes a metric as one safetensors file; as ONNX, where the file's name says so, it is the graph of xL. */
export async function saveMetric(
  file: string,
  method: string,
  settings: object,
  { matrix, factor }: MahalanobisMetric,
): Promise<void> {
  if (isOnnxName(file)) {
    const [d, columns] = factor.shape;
    await writeOnnx(file, {
      caller: `${method}.save`,
      name: method,
      inputShape: [d],
      metadata: { method, settings: JSON.stringify(settings) },
      build: (graph, x) =>
        graph.node("MatMul", [x, graph.constant(Float32Array.from(factor.data), factor.shape)], {
          shape: [columns],
        }),
    });
    return;
  }
  await writeSafetensors(file, {
    arrays: { matrix, factor },
    metadata: { format: formatText(format), method, settings: JSON.stringify(settings) },
  });
}

/** Reads a metric that `saveMetric` wrote for the same method. */
export async function loadMetric(
  file: string,
  method: string,
): Promise<{ settings: object; metric: MahalanobisMetric }> {
  readPath(`${method}.load`, file);
  const loaded = await readSafetensors(file);
  const { metadata, arrays } = loaded;
  const isFormat = isOfFormat(loaded, format);
  check(
    isFormat && metadata.method === method,
    () =>
      `${method}.load: ${file} must be a "${formatText(format)}" of ${method}, got ${isFormat ? metadata.method : foundFormat(loaded, format)}.`,
  );
  return { settings: readSavedSettings(metadata.settings, file), metric: readMetric(arrays, file) };
}

/** M and L of a file. M = LLᵀ must hold, which detects most damage even in files without a checksum. */
function readMetric(arrays: Record<string, NamedArray>, file: string): MahalanobisMetric {
  const damaged = (why: string) => `${file} is damaged: ${why}. Restore it from a copy.`;
  const read = (name: string): Matrix64 => {
    const array = arrays[name] as NamedArray | undefined;
    const isMatrix = array?.data instanceof Float64Array && array.shape.length === 2;
    check(isMatrix, () => damaged(`it has no float64 matrix "${name}"`));
    check(array.data.every(Number.isFinite), () => damaged(`its matrix "${name}" is not finite`));
    return array as Matrix64;
  };
  const [matrix, factor] = [read("matrix"), read("factor")];
  const [d] = matrix.shape;
  check(d >= 1 && matrix.shape[1] === d && factor.shape[0] === d && factor.shape[1] <= d, () =>
    damaged(`M has the shape [${matrix.shape.join(", ")}], L [${factor.shape.join(", ")}]`),
  );
  const product = multiplyTranspose(factor, factor).data;
  const most = matrix.data.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  check(
    matrix.data.every((value, i) => Math.abs(value - product[i]) <= tolerance * most),
    () => damaged("M is not LLᵀ"),
  );
  return { matrix, factor };
}
