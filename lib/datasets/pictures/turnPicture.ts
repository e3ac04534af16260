import type { Picture } from "./decodePicture";

/**
 * Turns and mirrors a picture as its EXIF orientation says (Exif 2.32, tag 0112): 1 is upright, 3 upside down, 6 and 8 lie on
 * a side, and the others are mirrored.
 */
export function turnPicture(picture: Picture, orientation: number): Picture {
  if (!(orientation >= 2 && orientation <= 8)) return picture;
  const { width, height, channels } = picture;
  const swaps = orientation >= 5;
  const [rows, columns] = swaps ? [width, height] : [height, width];
  const mirrorsX = [2, 3, 7, 8].includes(orientation);
  const mirrorsY = [3, 4, 6, 7].includes(orientation);
  const data = new Uint8Array(picture.data.length);
  let to = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const [across, down] = swaps ? [y, x] : [x, y];
      const sourceX = mirrorsX ? width - 1 - across : across;
      const sourceY = mirrorsY ? height - 1 - down : down;
      const from = (sourceY * width + sourceX) * channels;
      for (let c = 0; c < channels; c++) data[to++] = picture.data[from + c];
    }
  }
  return { width: columns, height: rows, channels, data };
}
