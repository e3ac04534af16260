import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lineFigure } from "../../lib/figures";
import { drawsWell } from "./support";

const rows = [
  { gamma: 0.5, accuracy: 0.8, method: "a" },
  { gamma: 0.9, accuracy: 0.7, method: "b" },
];

describe("lineFigure", () => {
  it("draws tidy rows, one line for each value of the series", async () => {
    const figure = lineFigure(rows, { x: "gamma", y: "accuracy", series: "method", yDomain: [0, 1] });
    assert.deepEqual(figure.spec.data, { values: rows });
    const svg = await figure.toSvg();
    assert.match(svg, />accuracy by gamma</);
    assert.match(svg, />b</);
  });

  it("keeps only the columns that are drawn", () => {
    const { spec } = lineFigure(rows, { x: "gamma", y: "accuracy" });
    assert.deepEqual(spec.data, { values: rows.map(({ gamma, accuracy }) => ({ gamma, accuracy })) });
  });

  it("draws dots that no line joins, told apart by shape", async () => {
    const figure = lineFigure(rows, { x: "gamma", y: "accuracy", series: "method", joined: false });
    assert.equal((figure.spec.mark as { type: string }).type, "point");
    assert.match(JSON.stringify(figure.spec.encoding), /"shape"/);
    await drawsWell(figure);
  });

  it("puts ticks at whole numbers only where all values are whole, as epochs are", async () => {
    const hasHalf = async (last: number) => {
      const epochs = [3, 4, last].map((epoch) => ({ epoch, loss: 7 + epoch / 1000 }));
      return (await lineFigure(epochs, { x: "epoch", y: "loss" }).toSvg()).includes(">3.5<");
    };
    assert.equal(await hasHalf(5), false);
    assert.equal(await hasHalf(5.5), true);
  });

  it("says which column has no numbers", () => {
    assert.throws(
      () => lineFigure(rows, { x: "method", y: "accuracy" }),
      /number "method", got "a" in row 0/,
    );
    assert.throws(() => lineFigure([], { x: "gamma", y: "accuracy" }), /at least one row/);
    assert.throws(
      () => lineFigure([{ t: 0, v: 1 }], { x: "t", y: "v", log: "x" }),
      /logarithmic axis needs numbers above 0/,
    );
  });
});
