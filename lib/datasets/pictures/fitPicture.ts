import type { Picture } from "./decodePicture";
import { resizePicture } from "./resizePicture";

/**
 * How a picture of another shape fills its size: `stretch` changes the aspect ratio; `cover` keeps it and cuts off what
 * sticks out, equally on both sides; `contain` keeps it and adds white borders.
 */
export type Fit = "stretch" | "cover" | "contain";

/** What a picture is resized to: a height and width, or a longer side with the aspect ratio kept. */
export type PictureTarget =
  { size: readonly [height: number, width: number]; fit: Fit } | { longerSide: number };

/** The height and width of a picture after resizing, before borders are added. */
export function resizedShape(
  height: number,
  width: number,
  target: PictureTarget,
): [height: number, width: number] {
  const scaled = (scale: number): [number, number] => [
    Math.max(1, Math.round(height * scale)),
    Math.max(1, Math.round(width * scale)),
  ];
  if ("longerSide" in target) return scaled(target.longerSide / Math.max(height, width));
  const [rows, columns] = target.size;
  return target.fit === "contain" ? scaled(Math.min(rows / height, columns / width)) : [rows, columns];
}

/** The part of a picture that is shown: all of it, or for `cover` the largest in the middle that has the size's aspect ratio. */
export function partShown(height: number, width: number, target: PictureTarget) {
  if (!("size" in target) || target.fit !== "cover") return { top: 0, left: 0, height, width };
  const [rows, columns] = target.size;
  const part = {
    height: Math.min(height, Math.max(1, Math.round((width * rows) / columns))),
    width: Math.min(width, Math.max(1, Math.round((height * columns) / rows))),
  };
  return { top: (height - part.height) >> 1, left: (width - part.width) >> 1, ...part };
}

/** Cuts a picture, resizes it and adds borders as the target says. */
export function fitPicture(picture: Picture, target: PictureTarget | undefined): Picture {
  if (target === undefined) return picture;
  const part = cutOut(picture, partShown(picture.height, picture.width, target));
  return withBorders(resizePicture(part, ...resizedShape(part.height, part.width, target)), target);
}

function cutOut(picture: Picture, { top, left, height, width }: ReturnType<typeof partShown>): Picture {
  if (height === picture.height && width === picture.width) return picture;
  const { channels } = picture;
  const data = new Uint8Array(height * width * channels);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * channels;
    data.set(picture.data.subarray(from, from + width * channels), y * width * channels);
  }
  return { height, width, channels, data };
}

/** Puts a picture into the middle of a white one of the target's size. */
export function withBorders(picture: Picture, target: PictureTarget): Picture {
  if (!("size" in target)) return picture;
  const [height, width] = target.size;
  if (picture.height === height && picture.width === width) return picture;
  const { channels } = picture;
  const top = (height - picture.height) >> 1;
  const left = (width - picture.width) >> 1;
  const data = new Uint8Array(height * width * channels).fill(255);
  const row = picture.width * channels;
  for (let y = 0; y < picture.height; y++)
    data.set(picture.data.subarray(y * row, (y + 1) * row), ((top + y) * width + left) * channels);
  return { height, width, channels, data };
}
