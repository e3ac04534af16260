import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PNG } from "pngjs";
import { random } from "../../lib/core/values/random";

export const birds = ["finch", "owl", "wren"] as const;

/** Stripes down, stripes across or a checkerboard, with noise: a picture of class `c`. */
export function pattern(c: number, seed: number): Buffer {
  const noise = random(seed);
  const [width, height] = [40 + noise.integer(16), 40 + noise.integer(16)];
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [(x >> 2) % 2, (y >> 2) % 2];
      const isLight = [across, down, (across + down) % 2][c] === 1;
      for (let k = 0; k < 3; k++)
        png.data[4 * (y * width + x) + k] = (isLight ? 180 : 40) + noise.integer(50);
      png.data[4 * (y * width + x) + 3] = 255;
    }
  return PNG.sync.write(png);
}

/** Sixty photographs of three birds in one folder; a labels.csv names ten of each. Picture i is of class i mod 3. */
export function labeledPictures(folder: string, count = 60): string {
  const place = path.join(folder, "pictures");
  mkdirSync(place, { recursive: true });
  const lines = ["file,label"];
  for (let i = 0; i < count; i++) {
    const name = `${String(i).padStart(3, "0")}.png`;
    writeFileSync(path.join(place, name), pattern(i % 3, i + 1));
    if (i < 30) lines.push(`${name},${birds[i % 3]}`);
  }
  writeFileSync(path.join(place, "labels.csv"), `${lines.join("\n")}\n`);
  return place;
}
