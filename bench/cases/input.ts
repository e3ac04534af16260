import { open, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { random } from "../../lib/core/values";
import { loadFeatures, picturesOf } from "../../lib/datasets";
import type { BenchCase } from "../case";

const pictures = 1000;
const [width, height, side] = [500, 375, 224];

/** A JPEG with areas, edges and noise, as a camera's picture has them. */
async function photograph(seed: number): Promise<Buffer> {
  const draw = random(seed);
  const waves = Array.from({ length: 6 }, () => [draw.normal() / 40, draw.normal() / 40, 6 * draw.normal()]);
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++, at++) {
        const value = waves.reduce(
          (sum, [u, v, phase]) => sum + Math.sign(Math.sin(u * x + v * y + phase + c)),
          0,
        );
        data[at] = 128 + 15 * value + draw.integer(20) - 10;
      }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export const jpegs: BenchCase = {
  name: "jpegs",
  title: `decoding ${pictures} JPEGs of ${width} × ${height}, resized to ${side}²`,
  engines: [],
  peers: ["pillow"],
  repeats: 5,
  bars: [{ subject: "ssdml", reference: "pillow", factor: 1 }],
  async prepare(shared) {
    const folder = path.join(shared, "jpegs");
    await mkdir(folder);
    // Twenty different ones, a thousand files.
    const made = await Promise.all(Array.from({ length: 20 }, (_, i) => photograph(i + 1)));
    for (let i = 0; i < pictures; i++) await writeFile(path.join(folder, `${i}.jpg`), made[i % made.length]);
    return {
      async run() {
        let count = 0;
        for await (const { pixels } of picturesOf(folder, { size: side })) count += pixels.length > 0 ? 1 : 0;
        if (count !== pictures) throw new Error(`read ${count} of ${pictures}`);
      },
    };
  },
};

const [rows, columns] = [250_000, 500];

export const npy: BenchCase = {
  name: "npy",
  title: `loadFeatures of a .npy of ${(rows * columns * 4) / 1e6} MB`,
  engines: [],
  peers: ["numpy"],
  repeats: 5,
  bars: [{ subject: "ssdml", reference: "numpy", factor: 1.5 }],
  async prepare(shared) {
    const file = path.join(shared, "large.npy");
    const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117);
    const handle = await open(file, "w");
    await handle.write(
      Buffer.concat([Buffer.from("\x93NUMPY\x01\0v\0", "latin1"), Buffer.from(`${text}\n`)]),
    );
    const draw = random(1);
    const part = Float32Array.from({ length: 1e6 }, () => draw.normal());
    for (let i = 0; i < (rows * columns) / part.length; i++) await handle.write(new Uint8Array(part.buffer));
    await handle.close();
    return {
      async run() {
        const { features } = await loadFeatures(file);
        if (features.shape[0] !== rows) throw new Error(`read ${features.shape[0]} of ${rows}`);
      },
      dispose: () => void rm(file, { force: true }),
    };
  },
};
