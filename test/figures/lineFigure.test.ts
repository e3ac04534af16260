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

describe("lineFigure over seeds", () => {
  // At epoch 1: 1, 2 and 6, whose mean is 3 and whose standard deviation is √((4 + 1 + 9) / 2) = √7.
  const seeds = [1, 2, 6].flatMap((loss, i) => [
    { epoch: 1, loss, seed: i + 1, method: "a" },
    { epoch: 2, loss: 1, seed: i + 1, method: "a" },
  ]);
  const lines = { x: "epoch", y: "loss", series: "method" };

  it("draws the mean and the standard deviation, and says so", async () => {
    const figure = lineFigure(seeds, lines);
    assert.deepEqual(figure.spec.data, {
      values: [
        { epoch: 1, loss: 3, "loss from": 0.3542, "loss to": 5.646, method: "a" },
        { epoch: 2, loss: 1, "loss from": 1, "loss to": 1, method: "a" },
      ],
    });
    const svg = await figure.toSvg();
    assert.match(svg, />mean of 3 seeds; shaded: ± standard deviation</);
    assert.match(svg, />method</, "the legend has a heading");
    await drawsWell(figure);
  });

  it("draws the range instead, and other columns than the seed", async () => {
    const runs = seeds.map(({ seed, ...row }) => ({ ...row, fold: seed }));
    const figure = lineFigure(runs, { ...lines, over: "fold", band: "range", legendTitle: null });
    const [first] = (figure.spec.data as { values: Record<string, number>[] }).values;
    assert.deepEqual([first["loss from"], first["loss to"]], [1, 6]);
    const svg = await figure.toSvg();
    assert.match(svg, />mean of 3 folds; shaded: from the least to the greatest</);
    assert.ok(!svg.includes(">method<"));
  });

  it("keeps a band above 0 on a logarithmic axis", async () => {
    const wide = [1, 100].map((loss, i) => ({ epoch: 1, loss, seed: i }));
    const figure = lineFigure(wide, { x: "epoch", y: "loss", log: "y" });
    assert.equal((figure.spec.data as { values: Record<string, number>[] }).values[0]["loss from"], 1);
    await drawsWell(
      lineFigure([...wide, { epoch: 2, loss: 5, seed: 0 }], { x: "epoch", y: "loss", log: "y" }),
    );
  });

  it("does not average what is not repeated, dots, or different lines", () => {
    const count = (figure: ReturnType<typeof lineFigure>) =>
      (figure.spec.data as { values: unknown[] }).values.length;
    assert.equal(count(lineFigure(seeds.slice(0, 2), lines)), 2);
    assert.equal(count(lineFigure(seeds, { ...lines, joined: false })), 6);
    const both = [...seeds, ...seeds];
    assert.equal(count(lineFigure(both, lines)), 12);
    assert.throws(
      () => lineFigure(both, { ...lines, over: "seed" }),
      /each seed must occur once .* got 6 rows/,
    );
    assert.throws(() => lineFigure(seeds, { ...lines, over: "run" }), /over must be a column .* got "run"/);
  });
});
