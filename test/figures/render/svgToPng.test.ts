import assert from "node:assert/strict";
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

  it("keeps texts that look like addresses", async () => {
    const text = svg('<text y="15">href="x"</text>');
    assert.ok(inkOf(PNG.sync.read(await svgToPng(text))) > 0.01);
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
