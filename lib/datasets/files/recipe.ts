import type { FetchEvent } from "../../io/download/events";
import type { Dataset } from "../images/images";
import type { KnownFile } from "./knownFile";
import type { Place } from "./places";

/** One file of a data set as a source delivers it. */
export interface BroughtFile {
  kind: "file";
  name: string;
  content: Buffer;
}

/** A place that a data set's files can be had from. */
export interface Source {
  /** Such as "Debian's package dataset-fashion-mnist". */
  name: string;
  /** How much is downloaded, in bytes. */
  downloadSize: number;
  /** Brings the files one after another; `downloads` is a folder for what is kept until the next try. */
  bring(downloads: string, signal?: AbortSignal): AsyncGenerator<FetchEvent | BroughtFile, void>;
}

/** How a published data set is recognised, fetched and read. */
export interface Recipe {
  name: string;
  /** As its authors write it. */
  title: string;
  /** Where its authors offer it. */
  homepage: string;
  files: KnownFile[];
  /** The folder that the authors' archive unpacks to, where there is one. */
  officialFolder?: string;
  /** A package that ssdml depends on and that carries the files. */
  comesWith?: () => Place;
  /** In the order in which they are asked. */
  sources: Source[];
  /** Makes the data set of the files' contents. */
  parse(read: (name: string) => Promise<Buffer>): Promise<Omit<Dataset, "name" | "source">>;
}
