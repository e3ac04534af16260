import { check } from "../core";
import { cifar10Sprites } from "./cifar10Sprites";
import type { KnownFile } from "./files/knownFile";
import type { Recipe } from "./files/recipe";
import { archiveSource } from "./files/sources";
import type { LabeledImages } from "./images/images";

const size = 30_730_000;

/** Their published md5 sums are in test/datasets/cifar10.test.ts. */
const files: KnownFile[] = [
  {
    name: "data_batch_1.bin",
    size,
    sha256: "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5",
  },
  {
    name: "data_batch_2.bin",
    size,
    sha256: "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed",
  },
  {
    name: "data_batch_3.bin",
    size,
    sha256: "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67",
  },
  {
    name: "data_batch_4.bin",
    size,
    sha256: "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48",
  },
  {
    name: "data_batch_5.bin",
    size,
    sha256: "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add",
  },
  {
    name: "test_batch.bin",
    size,
    sha256: "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b",
  },
];

const classNames = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"];

/** CIFAR-10 (Krizhevsky 2009), 50,000 + 10,000 color photographs, 32 × 32. */
export const cifar10: Recipe = {
  name: "cifar10",
  title: "CIFAR-10",
  homepage: "https://www.cs.toronto.edu/~kriz/cifar.html",
  files,
  officialFolder: "cifar-10-batches-bin",
  sources: [
    archiveSource("the University of Toronto", {
      filename: "cifar-10-binary.tar.gz",
      url: "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
      size: 170_052_171,
      sha256: "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
    }),
    cifar10Sprites,
  ],
  async parse(read) {
    const batches: Buffer[] = [];
    for (const { name } of files) batches.push(await read(name));
    return {
      train: parseBatches(batches.slice(0, 5)),
      test: parseBatches(batches.slice(5)),
      classNames,
      imageShape: [32, 32, 3],
    };
  },
};

const pixels = 32 * 32;
const recordSize = 1 + 3 * pixels;

/** Reads CIFAR's binary batches: for each image its label, then all red, all green and all blue values. */
export function parseBatches(batches: Uint8Array[]): LabeledImages {
  const counts = batches.map(({ length }) => length / recordSize);
  check(
    counts.every(Number.isInteger),
    () => `CIFAR-10: the size of a batch is not a multiple of ${recordSize} bytes. Fetch it again.`,
  );
  const count = counts.reduce((sum, part) => sum + part, 0);
  const data = new Uint8Array(count * 3 * pixels);
  const labels = new Int32Array(count);
  let at = 0;
  let image = 0;
  for (const batch of batches) {
    for (let start = 0; start < batch.length; start += recordSize) {
      labels[image++] = batch[start];
      for (let red = start + 1; red <= start + pixels; red++) {
        data[at++] = batch[red];
        data[at++] = batch[red + pixels];
        data[at++] = batch[red + 2 * pixels];
      }
    }
  }
  return { images: { data, shape: [count, 32, 32, 3] }, labels };
}
