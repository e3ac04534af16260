import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { svgToPdf, svgToPng, vegaLiteToSvg } from "../../lib";
import { textWidth } from "../../lib/figures/render/fonts";
import { thumbnail } from "../../lib/figures/parts/thumbnails";
import { inkOf, says, toyImages } from "./support";

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${body}</svg>`;

describe("rendering", () => {
  it("draws text without the system's fonts, Greek and mathematics too", async () => {
    for (const letter of ["A", "γ", "ᵀ", "∈", "ℝ", "✓", "✗", "⁻"]) {
      const png = PNG.sync.read(await svgToPng(svg(`<text y="15" font-family="Nowhere">${letter}</text>`)));
      assert.ok(inkOf(png) > 0.002, letter);
    }
  });

  it("draws pictures that are data URLs", async () => {
    const picture = thumbnail(toyImages(1), 0);
    for (const name of ["href", "xlink:href"]) {
      const body = `<image width="20" height="20" ${name}="${picture}"/>`;
      assert.ok(inkOf(PNG.sync.read(await svgToPng(svg(body)))) > 0.3);
      assert.match((await svgToPdf(svg(body))).toString("latin1"), /\/Subtype \/Image/);
    }
  });

  it("draws dashes without gaps as solid lines", async () => {
    const line = (dashes: string) => svg(`<path d="M0,0L9,9" stroke="#000" stroke-dasharray="${dashes}"/>`);
    assert.ok((await svgToPdf(line("1,0"))).length > 0);
    assert.ok((await svgToPdf(line("4,3"))).length > 0);
  });

  it("makes PDF pages of the SVG's size in points", async () => {
    const pdf = (await svgToPdf(svg("<text y='15'>a</text>"))).toString("latin1");
    assert.match(pdf, /\/MediaBox \[0 0 30 15\]/);
    await assert.rejects(svgToPdf("<p>no</p>"), says(/svgToPdf: svg must start with <svg width/));
  });

  it("draws solid and dashed lines in PDF", async () => {
    const line = (dashes: string) => `<path d="M0,0h30" stroke="black" stroke-dasharray="${dashes}"/>`;
    for (const dashes of ["1,0", "4,2"]) assert.ok((await svgToPdf(svg(line(dashes)))).length > 500);
  });

  it("measures text as the font has it", () => {
    // DejaVu Sans: 2048 units per em; "A" is 1401 wide, "i" 569, "A" in bold 1585.
    assert.equal(textWidth("A", "regular"), 1401 / 2048);
    assert.equal(textWidth("ii", "regular"), (2 * 569) / 2048);
    assert.equal(textWidth("A", "bold"), 1585 / 2048);
    assert.equal(textWidth("", "regular"), 0);
  });

  it("collects Vega's warnings", async () => {
    const warnings: string[] = [];
    await vegaLiteToSvg(
      {
        $schema: "https://vega.github.io/schema/vega-lite/v5.json",
        data: { values: [{ a: 1 }] },
        mark: "point",
        encoding: { x: { field: "a", type: "quantitative" }, flavour: { field: "a" } },
      },
      { onWarning: (message) => warnings.push(message) },
    );
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /flavour/);
  });
});

describe("thumbnail", () => {
  it("keeps grey, colored and transparent pixels", () => {
    const pixels = Uint8Array.from([10, 20, 30, 40, 50, 60, 70, 80]);
    const decode = (url: string) => PNG.sync.read(Buffer.from(url.split(",")[1], "base64")).data;
    assert.deepEqual(
      [...decode(thumbnail({ data: pixels, shape: [2, 2, 2, 1] }, 1))],
      [50, 60, 70, 80].flatMap((grey) => [grey, grey, grey, 255]),
    );
    assert.deepEqual([...decode(thumbnail({ data: pixels, shape: [2, 1, 1, 3] }, 1))], [40, 50, 60, 255]);
    assert.deepEqual([...decode(thumbnail({ data: pixels, shape: [2, 1, 1, 4] }, 0))], [10, 20, 30, 40]);
    const floats = { data: Float32Array.from([-1, 0, 1, 0]), shape: [1, 2, 2, 1] } as const;
    assert.deepEqual(
      [...decode(thumbnail({ ...floats, shape: [...floats.shape] }, 0))].filter((_, i) => i % 4 === 0),
      [0, 128, 255, 128],
    );
  });
});
