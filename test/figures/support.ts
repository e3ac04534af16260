import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PNG } from "pngjs";
import {
  type Figure,
  type Images,
  imagesFromArray,
  random,
  svgToPdf,
  svgToPng,
  vegaLiteToSvg,
} from "../../lib";

/** Pictures are compressed by Node's zlib, whose bytes change with its version. */
const pictures = /"data:image\/png;base64,[^"]*"/g;

/**
 * Compares a figure's specification with the one in test/fixtures/figures; SSDML_UPDATE_FIGURES=1 writes it anew. The theme has a test of
 * its own and is left out.
 */
export function matchesSnapshot(name: string, figure: Figure): void {
  const file = path.join(process.cwd(), "test", "fixtures", "figures", `${name}.json`);
  const text = JSON.stringify({ ...figure.spec, config: undefined }, null, 1).replace(
    pictures,
    '"data:image/png"',
  );
  if (process.env.SSDML_UPDATE_FIGURES) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  const expected: unknown = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(
    JSON.parse(text),
    expected,
    `${name} has changed; look at it, then SSDML_UPDATE_FIGURES=1 npm test -- figures`,
  );
}

/** Draws the figure on light and dark pages: no warnings, the right size, and something to see. */
export async function drawsWell(figure: Figure): Promise<void> {
  for (const themed of [figure.withTheme("light"), figure.withTheme("dark")]) {
    const warnings: string[] = [];
    const svg = await vegaLiteToSvg(themed.spec, { onWarning: (message) => warnings.push(message) });
    assert.deepEqual(warnings, []);
    assert.ok(!/NaN|undefined/.test(svg));
    const [width, height] = sizeOf(svg);
    const png = PNG.sync.read(await svgToPng(svg, { scale: 1 }));
    assert.ok(Math.abs(png.width - width) <= 1 && Math.abs(png.height - height) <= 1);
    assert.ok(width <= 895, `${width} pixels are too wide for a page`);
    assert.ok(inkOf(png) > 0.005, "the figure is blank");
    const brightness = (png.data[0] + png.data[1] + png.data[2]) / 3;
    assert.ok(themed.theme === "light" ? brightness > 240 : brightness < 40);
    if (themed.theme === "light")
      assert.match((await svgToPdf(svg)).toString("latin1"), /^%PDF-[^]*%%EOF\s*$/);
  }
}

export function sizeOf(svg: string): [width: number, height: number] {
  const [, width, height] = /<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"/.exec(svg)!;
  return [Number(width), Number(height)];
}

/** The share of pixels that differ from the corner's. */
export function inkOf({ data }: PNG): number {
  let different = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2, 3].some((channel) => data[at + channel] !== data[channel])) different++;
  }
  return different / (data.length / 4);
}

/** Small grey pictures, the same each time. */
export function toyImages(count: number, size = 4): Images {
  const stream = random(1);
  return imagesFromArray(
    Uint8Array.from({ length: count * size * size }, () => stream.integer(256)),
    [count, size, size],
  );
}

/** Points around as many centers as there are classes, one after another: class i mod classes. */
export function toyPoints(n: number, classes: number, dimensions = 2): { x: number[][]; labels: Int32Array } {
  const stream = random(2);
  const labels = Int32Array.from({ length: n }, (_, i) => i % classes);
  const x = Array.from(labels, (label) =>
    Array.from(
      { length: dimensions },
      (_, axis) => (axis === label % dimensions ? 3 + label : 0) + stream.normal() / 2,
    ),
  );
  return { x, labels };
}

export const says = (text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Error && error.name === "UserError", String(error));
  assert.match(error.message, text);
  return true;
};
