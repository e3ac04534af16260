import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { svgToPdf } from "../../../lib";
import { says } from "../support";

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${body}</svg>`;

describe("svgToPdf", () => {
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
});
