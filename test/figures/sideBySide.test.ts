import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clusterConfusion, embeddingScatter, type Figure, lineFigure, sideBySide } from "../../lib";
import { drawsWell, says, toyPoints } from "./support";

describe("sideBySide", () => {
  const { x, labels } = toyPoints(30, 3);
  const scatter = embeddingScatter(x, labels, { width: 120, height: 120 });
  const confusion = clusterConfusion(labels, labels);

  it("draws figures of one and of several kinds, with one legend or many", async () => {
    await drawsWell(sideBySide({ "(a) points": scatter, "(b) clusters": confusion }));
    const twice = { before: scatter, after: scatter };
    await drawsWell(sideBySide(twice, { sharedColors: true, title: "Twice", columns: 1 }));
  });

  it("has one legend per panel for lines that differ in color and dashes, and keeps what their subtitles say", async () => {
    const rows = [1, 2].flatMap((seed) =>
      ["one", "two"].flatMap((name) => [0, 1, 2].map((at) => ({ name, seed, at, y: at * seed }))),
    );
    const lines = lineFigure(rows, { x: "at", y: "y", series: "name" });
    const svg = await sideBySide({ a: lines, b: lines }).toSvg();
    assert.equal(svg.match(/>two</g)?.length, 2);
    assert.equal(svg.match(/>mean of 2 seeds; shaded: [^<]*</g)?.length, 2);
  });

  it("gives every panel its heading and selections of its own", () => {
    const { spec } = sideBySide({ before: scatter, after: scatter });
    const text = JSON.stringify(spec);
    for (const part of ['"text":"before"', '"picked1"', '"zoom2"', '"param":"picked2"']) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(!text.includes('"picked"') && spec.title === undefined);
    assert.equal(scatter.spec.title === undefined, false);
  });

  it("has as many panels per row as a page has room for, and the theme of its figures", () => {
    const columns = (width: number, count: number) => {
      const one = embeddingScatter(x, labels, { width });
      return sideBySide(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, one]))).spec
        .columns;
    };
    assert.deepEqual([columns(120, 3), columns(250, 3), columns(400, 2), columns(400, 3)], [3, 3, 2, 2]);
    assert.deepEqual([columns(600, 2), columns(280, 4)], [1, 2], "rows are even");
    const dark = scatter.withTheme("dark");
    assert.equal(sideBySide({ a: dark, b: dark }).theme, "dark");
    assert.equal(sideBySide({ a: dark, b: scatter }).theme, "light");
    assert.equal(sideBySide({ a: dark }, { theme: "light" }).theme, "light");
  });

  it("says what is wrong", () => {
    assert.throws(() => sideBySide({}), says(/figures must be \{ name: Figure, … \}, got none/));
    assert.throws(() => sideBySide({ a: {} as Figure }), says(/no Figure "a"/));
    assert.throws(() => sideBySide({ a: scatter }, { columns: 0 }), says(/columns .* got 0/));
  });
});
