import { plural } from "../printing";

export interface ImagesLike {
  data: ArrayLike<number>;
  shape: readonly number[];
}

export interface LabeledLike {
  images: ImagesLike;
  labels: ArrayLike<number>;
}

export interface DatasetLike {
  name: string;
  train: LabeledLike;
  test: LabeledLike;
  classNames: readonly string[];
}

const sizeOf = ({ shape }: ImagesLike) => shape.slice(1).join(" × ");

/** "100 images, 28 × 28 × 1" */
export const imagesText = (images: ImagesLike): string =>
  `${plural(images.shape[0], "image")}, ${sizeOf(images)}`;

/** "100 images, 28 × 28 × 1, of 10 classes" */
export function labeledText({ images, labels }: LabeledLike): string {
  const classes = new Set(Array.from(labels).filter((label) => label >= 0)).size;
  return `${imagesText(images)}, of ${plural(classes, "class", "classes")}`;
}

/** "mnist: 60,000 training and 10,000 test images, 28 × 28 × 1, of 10 classes" */
export function datasetText({ name, train, test, classNames }: DatasetLike): string {
  const training = train.images.shape[0].toLocaleString("en-US");
  const classes = plural(classNames.length, "class", "classes");
  return `${name}: ${training} training and ${plural(test.images.shape[0], "test image")}, ${sizeOf(train.images)}, of ${classes}`;
}
