import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { secondsLeft } from "../../lib/reproduce/estimate";

const at = (dataset: "mnist" | "cifar10", method: "AGML" | "Deep-LRML", seconds = 0) => ({
  id: `${dataset} ${method}`,
  scale: "quick" as const,
  dataset,
  method,
  elapsedMs: 1000 * seconds,
});

describe("secondsLeft", () => {
  const known = [at("mnist", "AGML", 10), at("mnist", "AGML", 20), at("mnist", "Deep-LRML", 60)];

  it("takes the mean of the same method, else of the data set, else of all", () => {
    assert.equal(secondsLeft([at("mnist", "AGML")], known, 1), 15);
    assert.equal(secondsLeft([at("mnist", "AGML"), at("mnist", "Deep-LRML")], known, 1), 75);
    assert.equal(secondsLeft([at("mnist", "AGML")], known.slice(2), 1), 60);
    assert.equal(secondsLeft([at("cifar10", "AGML")], known, 1), 30);
  });

  it("shares the work, is never shorter than the longest cell, and leaves out what is done", () => {
    const four = [1, 2, 3, 4].map((i) => ({ ...at("mnist", "AGML"), id: String(i) }));
    assert.equal(secondsLeft(four, known, 2), 30);
    assert.equal(secondsLeft(four.slice(3), known, 2), 15);
    assert.equal(secondsLeft(four, known, 1, new Map([["2", 0.5]])), 52.5);
    assert.equal(secondsLeft([], known, 1), 0);
  });

  it("knows nothing before the first cell of this scale has finished", () => {
    assert.equal(secondsLeft([at("mnist", "AGML")], [], 1), undefined);
    assert.equal(secondsLeft([{ ...at("mnist", "AGML"), scale: "paper" as const }], known, 1), undefined);
  });
});
