import type { FetchEvent } from "../../io/download";
import type { DatasetLocation } from "./datasetLocation";
import type { Dataset } from "../images/images";

export interface LoadOptions {
  /** A folder that holds the files. Default: SSDML_DATA, then the user folder, into which missing files are fetched. */
  folder?: string | undefined;
  /** Height and width that pictures are resized to, for data sets whose pictures differ in size. */
  size?: number | [height: number, width: number] | undefined;
  /** Maximum number of pixels per picture file. Default 89,478,485. */
  maxPixels?: number | undefined;
  /** Called with every step and download. */
  onProgress?: ((event: FetchEvent) => void) | undefined;
  /** Stops at once. Partial downloads are kept for the next time. */
  signal?: AbortSignal | undefined;
}

export interface FetchOptions {
  /** Where to put the folder with the files, which has the data set's name. Default: `datasets/` in the user folder. */
  folder?: string | undefined;
  /** Stops at once; what was downloaded is kept for the next time. */
  signal?: AbortSignal | undefined;
}

/** A data set that can be loaded by name. */
export interface CatalogEntry {
  title: string;
  load(options: LoadOptions): Promise<Dataset>;
  fetch(options: FetchOptions): AsyncGenerator<FetchEvent, DatasetLocation>;
  /** Where it is on this machine, or undefined if it is not there. */
  place(): DatasetLocation | undefined;
  /** How to get it. */
  advice(): string;
}
