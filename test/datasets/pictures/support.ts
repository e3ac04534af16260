import fs from "node:fs";
import path from "node:path";
import { PNG } from "pngjs";

const fixtures = path.join(process.cwd(), "test", "fixtures", "pictures");

export function fixture(name: string): Buffer {
  return fs.readFileSync(path.join(fixtures, name));
}

/** What Pillow reads from the fixtures, and how it resizes them. */
export const reference = JSON.parse(fixture("reference.json").toString()) as Record<string, number[]>;

/** The folder of small photographs: one in all EXIF orientations, as WebP, GIF and with CMYK colors. */
export const photographs = path.join(fixtures, "photographs");

/** What Pillow reads from the photographs. */
export const photographReference = JSON.parse(fixture("photographs/photographs.json").toString()) as Record<
  string,
  unknown
>;

/** Writes a PNG picture of one colour. */
export function writePng(file: string, [height, width]: [number, number], colour = [1, 2, 3, 255]): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const png = new PNG({ width, height });
  for (let i = 0; i < png.data.length; i++) png.data[i] = colour[i % 4];
  fs.writeFileSync(file, PNG.sync.write(png));
}

export function writeFile(file: string, content: Buffer | string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}
