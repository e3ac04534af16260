import type { FetchEvent } from "../../io/download";
import type { Dataset } from "../images/images";
import type { KnownFile } from "./knownFile";
import type { DatasetLocation } from "./datasetLocation";

/** One file of a data set as a source delivers it. */
export interface BroughtFile {
  kind: "file";
  name: string;
  content: Buffer;
}

/** A source that delivers the files of a data set. */
export interface Source {
  /** Such as "Debian's package dataset-fashion-mnist". */
  name: string;
  /** Size of the download, in bytes. */
  downloadSize: number;
  /** Delivers the files one by one. `downloads` is a folder for partial downloads, which are kept until the next try. */
  bring(downloads: string, signal?: AbortSignal): AsyncGenerator<FetchEvent | BroughtFile, void>;
}

/** How published files are recognized and fetched. */
export interface PublishedFiles {
  name: string;
  /** The name as its authors write it. */
  title: string;
  /** The web page of its authors. */
  homepage: string;
  files: KnownFile[];
  /** How its files are named to ssdml, for error texts. Default: "with the folder option or SSDML_DATA". */
  howToName?: string;
  /** The folder that the authors' archive unpacks to, if any. */
  officialFolder?: string;
  /** Location of the files if a dependency of ssdml includes them. */
  comesWith?: () => DatasetLocation;
  /** The sources, in the order they are tried. */
  sources: Source[];
}

/** A published data set, which can also be read. */
export interface Recipe extends PublishedFiles {
  /** Makes the data set from the files' contents. */
  parse(read: (name: string) => Promise<Buffer>): Promise<Omit<Dataset, "name" | "source">>;
}
