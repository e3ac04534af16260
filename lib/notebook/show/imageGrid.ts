import { escapeHtml } from "../../common/escapeHtml";
import { check } from "../../common/errors";
import { imageStrip, type StripOptions } from "../../common/pictures/imageStrip";
import { encodePng } from "../../common/pictures/picture";
import { selectImages, type Images } from "../../datasets/images";
import { DISPLAY, type Bundle } from "./notebookDisplay";

export interface ImageGridOptions extends StripOptions {
  /** Which images, in this order. Default the first ones. */
  positions?: ArrayLike<number>;
  /** A line above them. */
  title?: string;
}

/** Images side by side, which show themselves as a cell's last value: `imageGrid(data.train.images, { most: 20 })`. */
export function imageGrid(
  images: Images,
  { positions, title, ...options }: ImageGridOptions = {},
): { readonly png: Buffer; toString(): string } {
  const channels = images.shape[3];
  check(
    [1, 3, 4].includes(channels),
    () => `imageGrid: images must have 1, 3 or 4 channels, got ${channels}.`,
  );
  const chosen = positions ? selectImages(images, positions) : images;
  const png = encodePng(imageStrip(chosen.data, chosen.shape, options));
  const [count, height, width] = chosen.shape;
  const summary = `${title === undefined ? "" : `${title}: `}${count} image${count === 1 ? "" : "s"}, ${height} × ${width} × ${channels}`;
  return {
    png,
    toString: () => summary,
    [DISPLAY]: (): Bundle => {
      const data = png.toString("base64");
      const caption = `<small>${escapeHtml(summary)}</small>`;
      const image = `<img src="data:image/png;base64,${data}" style="image-rendering: pixelated">`;
      return { "text/html": `<div>${caption}<br>${image}</div>`, "image/png": data, "text/plain": summary };
    },
  } as { readonly png: Buffer; toString(): string };
}
