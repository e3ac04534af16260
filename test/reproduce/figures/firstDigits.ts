import { loadDataset, selectImages, type Dataset } from "../../../lib";

/** The first digits of MNIST. */
export async function firstDigits(train: number, test: number): Promise<Dataset> {
  const data = await loadDataset("mnist");
  const first = (part: Dataset["train"], count: number) => {
    const positions = Int32Array.from({ length: count }, (_, i) => i);
    return { images: selectImages(part.images, positions), labels: part.labels.slice(0, count) };
  };
  return { ...data, train: first(data.train, train), test: first(data.test, test) };
}
