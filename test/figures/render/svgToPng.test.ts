import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { svgToPdf, svgToPng } from "../../../lib";
import { thumbnail } from "../../../lib/figures/parts/thumbnails";
import { temporaryFolder } from "../../support/temporary";
import { inkOf, says, toyImages } from "../support";

const svg = (body: string, size = 20) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${body}</svg>`;

describe("SVG as PNG and PDF", () => {
  it("shows no files, however they are named", async (t) => {
    const picture = thumbnail(toyImages(1), 0);
    const file = path.join(temporaryFolder(t), "p.png");
    writeFileSync(file, Buffer.from(picture.split(",")[1], "base64"));
    const size = 'width="20" height="20"';
    for (const body of [
      `<image ${size} href="${file}"/>`,
      `<image ${size} xlink:href='${file}'/>`,
      `<image title="a>b" ${size} href = "${path.relative(process.cwd(), file)}"/>`,
      `<image ${size} href="&#${file.charCodeAt(0)};${file.slice(1)}"/>`,
      `<filter id="f"><feImage href="${file}"/></filter><rect ${size} fill="none" filter="url(#f)"/>`,
    ]) {
      assert.equal(inkOf(PNG.sync.read(await svgToPng(svg(body)))), 0, body);
      assert.doesNotMatch((await svgToPdf(svg(body))).toString("latin1"), /\/Subtype \/Image/, body);
    }
    assert.ok(inkOf(PNG.sync.read(await svgToPng(svg(`<image ${size} href="${picture}"/>`)))) > 0.3);
    await assert.rejects(
      svgToPng(`<!DOCTYPE svg [<!ENTITY x "${file}">]>${svg(`<image ${size} href="&x;"/>`)}`),
      says(/svgToPng: svg must not declare entities/),
    );
  });

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

  it("keeps texts that look like addresses", async () => {
    const text = svg('<text y="15">href="x"</text>');
    assert.ok(inkOf(PNG.sync.read(await svgToPng(text))) > 0.01);
  });

  it("survives shapes on which the renderer panics, and draws the next picture", async () => {
    const square = (x: number) => svg(`<rect x="${x}" width="9" height="9" opacity="0.5"/>`);
    const before = await svgToPng(square(0));
    for (const body of [
      '<rect x="90" width="9" height="9" opacity="0.5"/>',
      '<clipPath id="c"><rect x="90" width="9" height="9"/></clipPath><rect x="90" width="9" height="9" clip-path="url(#c)"/>',
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect x="90" width="9" height="9" filter="url(#f)"/>',
    ]) {
      const [outside, inside] = await Promise.allSettled([svgToPng(svg(body)), svgToPng(square(0))]);
      assert.equal(outside.status, "rejected");
      says(
        /^svgToPng: this SVG cannot be drawn: one of its shapes .* outside the picture\. Check or simplify/,
      )(outside.reason);
      assert.deepEqual(inside, { status: "fulfilled", value: before });
    }
    const { data } = PNG.sync.read(before);
    assert.deepEqual([...data.subarray(0, 4)], [0, 0, 0, 128]);
  });

  it("keeps no program from ending", () => {
    const file = JSON.stringify(path.resolve("dist", "lib", "figures", "render", "index.js"));
    const script = `require(${file}).svgToPng(${JSON.stringify(svg(""))}).then((png) => console.log(png.toString("latin1", 1, 4)))`;
    const told = execFileSync(process.execPath, ["-e", script], { encoding: "utf8", timeout: 60_000 });
    assert.equal(told, "PNG\n");
  });

  it("says in one sentence what is wrong", async () => {
    await assert.rejects(svgToPng("<svg"), says(/^svgToPng: this SVG cannot be drawn: /));
    await assert.rejects(svgToPng(svg("<text>\u0001</text>")), says(/^svgToPng: this SVG cannot be drawn: /));
    await assert.rejects(
      svgToPng(svg("", 100_000)),
      says(/^svgToPng: 100000 × 100000 at scale 2 is more than 100 million pixels\. Make the figure smaller/),
    );
  });
});
