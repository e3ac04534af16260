import { encodePng, pngUrl, type Pixels } from "../../figures/render";

export { encodePng };

/** Pixels of four bytes each: red, green, blue, opacity. */
export type Picture = Pixels;

export function blankPicture(width: number, height: number): Picture {
  return { width, height, pixels: new Uint8Array(width * height * 4) };
}

/** Turns every pixel into a square of `factor` × `factor` pixels. */
export function enlarge(picture: Picture, factor: number): Picture {
  const large = blankPicture(picture.width * factor, picture.height * factor);
  const [from, to] = [new Uint32Array(picture.pixels.buffer), new Uint32Array(large.pixels.buffer)];
  for (let y = 0; y < large.height; y++) {
    const row = Math.floor(y / factor) * picture.width;
    for (let x = 0; x < large.width; x++) to[y * large.width + x] = from[row + Math.floor(x / factor)];
  }
  return large;
}

/** The picture as the address of an `<img>`. */
export function dataUrl(picture: Picture): string {
  return pngUrl(encodePng(picture));
}
