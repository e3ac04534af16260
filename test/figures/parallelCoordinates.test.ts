import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parallelCoordinates } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

const trials = [
  { parameters: { learningRate: 0.001, k: 5, loss: "angular" }, value: 1.25 },
  { parameters: { learningRate: 0.01, k: 20, loss: "pairs" }, value: 0.75 },
  { parameters: { learningRate: 0.1, k: 10, loss: "angular" }, value: 1 },
  { parameters: { learningRate: 0.05, k: 10, loss: "angular" }, value: null },
];

describe("parallelCoordinates", () => {
  it("keeps its specification, and places worked out by hand", async () => {
    const figure = parallelCoordinates(trials, { log: ["learningRate"], valueTitle: "NMI + Recall@1" });
    matchesSnapshot("parallelCoordinates", figure);
    const { layer } = figure.spec as unknown as {
      layer: { data: { values: { trial: number; axis: number; at: number }[] } }[];
    };
    const { values } = layer[0].data;
    const placesOf = (trial: number) => values.filter((row) => row.trial === trial).map(({ at }) => at);
    // From the least value to the greatest, so that good trials are drawn on top. The failed one is left out.
    assert.deepEqual(placesOf(0), [0.5, 1, 0.75, 0]);
    assert.deepEqual(placesOf(1), [1, 0.3333, 0.25, 0.5]);
    assert.deepEqual(placesOf(2), [0, 0, 0.25, 1]);
    assert.equal(values.length, 12);
    await drawsWell(figure);
  });

  it("draws a single trial, and many", async () => {
    await drawsWell(parallelCoordinates(trials.slice(0, 1)));
    const many = Array.from({ length: 300 }, (_, i) => ({
      parameters: { a: Math.sin(i), b: i % 2 === 0, c: i, d: Math.exp(Math.cos(i)) },
      value: Math.sin(i) ** 2,
    }));
    await drawsWell(parallelCoordinates(many, { log: ["d"] }));
  });

  it("says what is wrong", () => {
    assert.throws(
      () => parallelCoordinates([]),
      says(/trials must hold at least one with a value, got 0 trials/),
    );
    assert.throws(() => parallelCoordinates(trials.slice(3)), says(/got 1 trial and none with one/));
    assert.throws(
      () => parallelCoordinates(trials, { log: ["lr"] }),
      says(/log must name parameters \(learningRate, k, loss\), got "lr"/),
    );
    assert.throws(
      () => parallelCoordinates(trials, { log: ["loss"] }),
      says(/loss must hold numbers on a logarithmic axis, got "pairs"/),
    );
    assert.throws(
      () => parallelCoordinates(trials, { valueTitle: "k" }),
      says(/valueTitle must not be the name of a parameter, got "k"/),
    );
    const unlike = [trials[0], { parameters: { k: 3 }, value: 9 }] as unknown as typeof trials;
    assert.throws(() => parallelCoordinates(unlike), says(/every trial must have the parameter/));
  });
});
