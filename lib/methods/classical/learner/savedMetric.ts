import { check } from "../../../common/errors";
import { readSafetensors, writeSafetensors } from "../../../common/files/safetensors";
import type { Matrix64 } from "../../../manifold/algebra/algebra";
import { metricOf, type MahalanobisMetric } from "../metric";
import { readPath } from "../../readPath";

const format = "ssdml classical metric 1";

/** Writes a metric as one safetensors file. */
export async function saveMetric(
  file: string,
  method: string,
  settings: object,
  { matrix, factor }: MahalanobisMetric,
): Promise<void> {
  await writeSafetensors(file, {
    arrays: { matrix, factor },
    metadata: { format, method, settings: JSON.stringify(settings) },
  });
}

/** Reads a metric that `saveMetric` wrote for the same method. */
export async function loadMetric(
  file: string,
  method: string,
): Promise<{ settings: object; metric: MahalanobisMetric }> {
  readPath(`${method}.load`, file);
  const { arrays, metadata } = await readSafetensors(file);
  check(
    metadata.format === format && metadata.method === method,
    () =>
      `${method}.load: ${file} must be a "${format}" of ${method}, got ${metadata.format === format ? metadata.method : `"${metadata.format ?? "something else"}"`}.`,
  );
  return { settings: JSON.parse(metadata.settings) as object, metric: metricOf(arrays.matrix as Matrix64) };
}
