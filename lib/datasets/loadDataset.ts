import { check } from "../common/errors";
import type { Dataset } from "./images";
import { loadMnist } from "./mnist";

const loaders = { mnist: loadMnist };

export type DatasetName = keyof typeof loaders;

/**
 * Loads a data set by name.
 *
 * @example const { train, test } = await loadDataset("mnist");
 */
export async function loadDataset(name: DatasetName): Promise<Dataset> {
  check(
    Object.hasOwn(loaders, name),
    () => `loadDataset: name must be one of ${Object.keys(loaders).join(", ")}; got ${JSON.stringify(name)}.`,
  );
  return loaders[name]();
}
