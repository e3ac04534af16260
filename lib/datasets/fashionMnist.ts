import type { KnownFile } from "./files/knownFile";
import type { Recipe } from "./files/recipe";
import { folderSource, gzipSource } from "./files/sources";
import { parseMnistFiles } from "./mnistFiles";

interface PackedFile extends KnownFile {
  /** The `.gz` form that Zalando published. Debian's has another header but the same content. */
  packed: { size: number; sha256: string };
}

const files: PackedFile[] = [
  {
    name: "train-images-idx3-ubyte",
    size: 47_040_016,
    sha256: "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
    packed: {
      size: 26_421_880,
      sha256: "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
    },
  },
  {
    name: "train-labels-idx1-ubyte",
    size: 60_008,
    sha256: "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
    packed: { size: 29_515, sha256: "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845" },
  },
  {
    name: "t10k-images-idx3-ubyte",
    size: 7_840_016,
    sha256: "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
    packed: { size: 4_422_102, sha256: "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073" },
  },
  {
    name: "t10k-labels-idx1-ubyte",
    size: 10_008,
    sha256: "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34",
    packed: { size: 5_148, sha256: "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5" },
  },
];

const classNames = [
  "T-shirt/top",
  "Trouser",
  "Pullover",
  "Dress",
  "Coat",
  "Sandal",
  "Shirt",
  "Sneaker",
  "Bag",
  "Ankle boot",
];

const server = (name: string, address: string) =>
  gzipSource(
    name,
    files.map(({ name: file, size, packed }) => ({
      filename: `${file}.gz`,
      url: `${address}/${file}.gz`,
      ...packed,
      unpackedSize: size,
    })),
  );

/** Fashion-MNIST (Xiao, Rasul & Vollgraf 2017), 60,000 + 10,000 images of clothing, 28 × 28. */
export const fashionMnist: Recipe = {
  name: "fashion-mnist",
  title: "Fashion-MNIST",
  homepage: "https://github.com/zalandoresearch/fashion-mnist",
  files,
  sources: [
    folderSource("Debian's package dataset-fashion-mnist", () => "/usr/share/datasets/fashion-mnist", files),
    server("Zalando's server", "https://fashion-mnist.s3.eu-central-1.amazonaws.com"),
    server(
      "Zalando's repository",
      "https://github.com/zalandoresearch/fashion-mnist/raw/master/data/fashion",
    ),
  ],
  parse: (read) => parseMnistFiles(read, classNames),
};
