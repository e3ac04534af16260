import { escapeHtml } from "../core/html";
import { check, plural } from "../core";
import { imageStrip, type StripOptions } from "./pictures/imageStrip";
import { encodePng } from "./pictures/picture";
import { readImagesForm, selectImages, type ImagesLike } from "../datasets";
import { DISPLAY, type Bundle } from "./notebookDisplay";
import { anything, optional, readOptions, text, wholeNumber } from "../core/options";

export interface ImageGridOptions extends StripOptions {
  /** The positions of the images, in order. Default: the first ones. */
  positions?: ArrayLike<number>;
  /** A line above the images. */
  title?: string;
}

const gridSchema = {
  most: optional(wholeNumber({ min: 1, max: 10_000 })),
  positions: optional(anything<ArrayLike<number>>()),
  title: optional(text),
  columns: optional(wholeNumber({ min: 1, max: 1000 })),
  scale: optional(wholeNumber({ min: 1, max: 100 })),
};

/**
 * Images side by side, shown when they are a cell's last value: `imageGrid(data.train.images, { most: 20 })`.
 *
 * @example imageGrid(images, { positions: [0, 1, 2], columns: 3 }); // the last expression of a cell shows itself
 */
export function imageGrid(
  images: ImagesLike,
  options: ImageGridOptions = {},
): { readonly png: Buffer; toString(): string } {
  const { positions, title, columns, most, scale } = readOptions("imageGrid", options, gridSchema);
  const known = readImagesForm("imageGrid", images);
  const channels = known.shape[3];
  check(
    [1, 3, 4].includes(channels),
    () => `imageGrid: images must have 1, 3 or 4 channels, got ${channels}.`,
  );
  const chosen = positions ? selectImages(known, positions) : known;
  const [count, height, width] = chosen.shape;
  check(chosen.data.length > 0, () => `imageGrid: images must hold at least one image, got none.`);
  const strip = { ...(columns && { columns }), ...(most && { most }), ...(scale && { scale }) };
  const png = encodePng(imageStrip(chosen.data, chosen.shape, strip));
  const summary = `${title === undefined ? "" : `${title}: `}${plural(count, "image")}, ${height} × ${width} × ${channels}`;
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
