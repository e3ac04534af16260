import type { FetchEvent } from "../../io/download/events";
import type { Place } from "./places";
import type { Dataset } from "../images/images";

export interface LoadOptions {
  /** A folder that holds the files; default: SSDML_DATA, then the user folder, which is filled where it is empty. */
  folder?: string | undefined;
  /** The pictures' height and width, for data sets whose pictures differ in size. */
  size?: number | [height: number, width: number] | undefined;
  /** The most pixels that a picture file may have; default 89,478,485. */
  maxPixels?: number | undefined;
  /** Told of each step and download. */
  onProgress?: ((event: FetchEvent) => void) | undefined;
  /** Stops at once; what was downloaded is kept for the next time. */
  signal?: AbortSignal | undefined;
}

export interface FetchOptions {
  /** Where to put the files, in a folder with the data set's name; default: `datasets/` in the user folder. */
  folder?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A data set that is known by name. */
export interface CatalogEntry {
  title: string;
  load(options: LoadOptions): Promise<Dataset>;
  fetch(options: FetchOptions): AsyncGenerator<FetchEvent, Place>;
  /** Where it is on this machine, or undefined where it is not. */
  place(): Place | undefined;
  /** How to get it where it is not. */
  advice(): string;
}
