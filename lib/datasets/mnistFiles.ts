import { check } from "../core";
import { parseIdx } from "./idx";
import type { Dataset, LabeledImages } from "./images/images";

export const mnistFileNames = [
  "train-images-idx3-ubyte",
  "train-labels-idx1-ubyte",
  "t10k-images-idx3-ubyte",
  "t10k-labels-idx1-ubyte",
] as const;

/** Reads the four files in which MNIST, and later Fashion-MNIST, were published. */
export async function parseMnistFiles(
  read: (name: string) => Promise<Buffer>,
  classNames: string[],
): Promise<Omit<Dataset, "name" | "source">> {
  const part = async (images: string, labels: string): Promise<LabeledImages> => {
    const pixels = parseIdx(await read(images), images);
    const [count, height, width] = pixels.shape;
    const classes = parseIdx(await read(labels), labels);
    check(
      pixels.shape.length === 3 && classes.shape.length === 1 && classes.shape[0] === count,
      () =>
        `${images} must be [n, height, width] and ${labels} [n], got [${pixels.shape.join(", ")}] and [${classes.shape.join(", ")}]. Download them again.`,
    );
    return {
      images: { data: pixels.data, shape: [count, height, width, 1] },
      labels: Int32Array.from(classes.data),
    };
  };
  const [trainImages, trainLabels, testImages, testLabels] = mnistFileNames;
  const train = await part(trainImages, trainLabels);
  const test = await part(testImages, testLabels);
  const [, ...imageShape] = train.images.shape;
  return { train, test, classNames, imageShape };
}
