import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { embeddingSpectrum } from "../../lib";
import { drawsWell, matchesSnapshot, says, toyPoints } from "./support";

describe("embeddingSpectrum", () => {
  // Centerd columns of length 2 and 1, at right angles.
  const cross = [
    [Math.SQRT2, 0],
    [-Math.SQRT2, 0],
    [0, Math.SQRT1_2],
    [0, -Math.SQRT1_2],
  ];

  it("keeps its specification, and the singular values worked out by hand", async () => {
    const figure = embeddingSpectrum({ cross, "on a line": cross.map(([a]) => [a, 0]) });
    matchesSnapshot("embeddingSpectrum", figure);
    const { values } = figure.spec.data as { values: { value: number; series: string }[] };
    assert.deepEqual(
      values.map(({ value }) => value),
      [1, 0.5, 1, 1e-7],
    );
    // p = (2/3, 1/3): exp(−Σ p log p) = 1.89.
    assert.equal(values[0].series, "cross (effective rank 1.9)");
    assert.equal(values[2].series, "on a line (effective rank 1.0)");
    await drawsWell(figure);
  });

  it("draws one spectrum, and a total collapse", async () => {
    await drawsWell(embeddingSpectrum(cross));
    await drawsWell(embeddingSpectrum(cross.map(() => [1, 1])));
    await drawsWell(embeddingSpectrum(toyPoints(50, 3, 100).x));
  });

  it("says what is wrong", () => {
    assert.throws(() => embeddingSpectrum({}), says(/embeddings must not be empty/));
    assert.throws(
      () => embeddingSpectrum([[1, 2]]),
      says(/embeddingSpectrum: embeddings must have at least 2 rows and 1 column, got \[1, 2\]/),
    );
    assert.throws(
      () => embeddingSpectrum({ a: [[1], [Infinity]] }),
      says(/embeddingSpectrum: a must be finite/),
    );
  });
});
