import { escapeHtml, htmlTable } from "../../core/html";
import { datasetText, type DatasetLike, type ImagesLike, type LabeledLike } from "../../core/summaries";
import { dataUrl, imageStrip, type Picture } from "../pictures";

/** Of more classes than this the first are shown, each with some examples. */
const mostClasses = 20;
const examples = 10;
/** Larger images are thinned to about this width. */
const comfortable = 48;

/** A table of a data set: the number of training and test images of each class, and the first training images. */
export function datasetHtml(dataset: DatasetLike): string {
  const { train, test, classNames } = dataset;
  const counts = [train, test].map((part) => countsOf(part, classNames.length));
  const rows = classNames
    .slice(0, mostClasses)
    .map((name, label) => [
      name,
      ...counts.map((count) => count[label].toLocaleString("en-US")),
      { html: strip(train, label) },
    ]);
  const hidden = classNames.length - rows.length;
  const unlabeled = [train, test].map(unlabeledIn);
  if (unlabeled.some((count) => count > 0))
    rows.push([
      "unlabeled",
      ...unlabeled.map((count) => count.toLocaleString("en-US")),
      { html: strip(train, -1) },
    ]);
  const more = hidden > 0 ? `<p>… and ${hidden} more classes</p>` : "";
  const table = htmlTable(["class", "training", "test", "first training images"], rows);
  return `<div><small>${escapeHtml(datasetText(dataset))}</small>${table}${more}</div>`;
}

/** The first images, in rows. */
export const imagesPicture = (images: ImagesLike): Picture | undefined =>
  pictureOf(
    images,
    Array.from({ length: Math.min(40, images.shape[0]) }, (_, i) => i),
  );

export const imageElement = (picture: Picture): string =>
  `<img src="${dataUrl(picture)}" style="image-rendering: pixelated; display: block">`;

function countsOf({ labels }: LabeledLike, classes: number): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0 && labels[i] < classes) counts[labels[i]]++;
  return counts;
}

function unlabeledIn({ labels }: LabeledLike): number {
  let count = 0;
  for (let i = 0; i < labels.length; i++) if (labels[i] < 0) count++;
  return count;
}

function strip({ images, labels }: LabeledLike, label: number): string {
  const positions: number[] = [];
  for (let i = 0; i < labels.length && positions.length < examples; i++) {
    if (labels[i] === label) positions.push(i);
  }
  const picture = pictureOf(images, positions);
  return picture ? imageElement(picture) : "";
}

/** Images at these positions, thinned where they are large; undefined if there are none, or they are no pictures. */
function pictureOf({ data, shape }: ImagesLike, positions: readonly number[]): Picture | undefined {
  const [, height, width, channels] = shape;
  if (positions.length === 0 || height * width === 0 || ![1, 3, 4].includes(channels)) return undefined;
  const step = Math.max(1, Math.ceil(Math.max(height, width) / comfortable));
  const [rows, columns] = [Math.ceil(height / step), Math.ceil(width / step)];
  const pixels = new Float32Array(positions.length * rows * columns * channels);
  let at = 0;
  for (const i of positions) {
    for (let y = 0; y < height; y += step) {
      for (let x = 0; x < width; x += step) {
        for (let c = 0; c < channels; c++) pixels[at++] = data[((i * height + y) * width + x) * channels + c];
      }
    }
  }
  return imageStrip(pixels, [positions.length, rows, columns, channels], {
    scale: Math.max(1, Math.floor(40 / columns)),
  });
}
