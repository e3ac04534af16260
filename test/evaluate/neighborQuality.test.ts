import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { mapAtR, recallAtK, rPrecision } from "../../lib/evaluate";
import { drain } from "../../lib/core/drain";
import { neighborQuality } from "../../lib/evaluate/neighborQuality";
import { readLabeledPoints } from "../../lib/evaluate/distances/labeledPoints";
import { onEngine, readableEngines } from "../engine/everyEngine";
import { bruteForceQuality, evaluationFixture, labeledCloud, type LabeledCloud } from "./clouds";

const close = (a: number, b: number, tolerance = 1e-12) => {
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);
};
const quality = ({ embeddings, labels }: LabeledCloud, recallAt: number[]) =>
  drain(neighborQuality(readLabeledPoints(embeddings, labels, "test"), recallAt, "test"));
function assertAsBruteForce(cloud: LabeledCloud, recallAt: number[]): void {
  const [ours, theirs] = [quality(cloud, recallAt), bruteForceQuality(cloud, recallAt)];
  close(ours.mapAtR, theirs.mapAtR);
  close(ours.rPrecision, theirs.rPrecision);
  const separate = recallAtK(cloud.embeddings, cloud.labels, recallAt);
  for (const k of recallAt) {
    close(ours.recall[k], theirs.recall[k]);
    close(separate[k], theirs.recall[k]);
  }
}
/** Points on a small grid, most of whose distances are tied, with labels of at least two classes and a pair in one. */
const gridCloud = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }), fc.nat(2)), {
    minLength: 4,
    maxLength: 30,
  })
  .map((rows) => ({ embeddings: rows.map(([x, y]) => [x, y]), labels: rows.map(([, , label]) => label) }))
  .filter(({ embeddings, labels }) => new Set(embeddings.map(String)).size > 1 && new Set(labels).size > 1);

describe("recallAtK, mapAtR and rPrecision", () => {
  // Neighbors of 0: 1, 2, 3, 4; of 1: 0, 2, 3, 4; of 2: 1, 0, 3, 4; of 3: 4, 2, 1, 0; of 4: 3, 2, 1, 0.
  const line: LabeledCloud = { embeddings: [[0], [1], [2.5], [6], [8]], labels: [0, 1, 0, 1, 0] };

  it("give the values worked out by hand on five points of a line", () => {
    // First of its class: place 2, 3, 2, 3, 2.
    assert.deepEqual(recallAtK(line.embeddings, line.labels, [1, 2, 3]), { 1: 0, 2: 0.6, 3: 1 });
    // Class 0 has R = 2: (1/2)(1/2) each of its three points; class 1 has R = 1: none.
    close(mapAtR(line.embeddings, line.labels), (3 * 0.25) / 5);
    close(rPrecision(line.embeddings, line.labels), (3 * 0.5) / 5);
  });

  it("are NumPy's", () => {
    const fixture = evaluationFixture();
    const { embeddings, labels } = fixture;
    const recall = recallAtK(embeddings, labels, [1, 2, 4, 8]);
    for (const k of [1, 2, 4, 8]) close(recall[k], fixture.recall[k]);
    close(mapAtR(embeddings, labels), fixture.mapAtR);
    close(rPrecision(embeddings, labels), fixture.rPrecision);
  });

  it("agree with brute force on grids, where most distances are tied and points repeat", () => {
    fc.assert(
      fc.property(gridCloud, (cloud) => {
        assertAsBruteForce(cloud, [1, 2, 3]);
      }),
    );
  });

  it("leave points alone in their class out of MAP@R and R-precision; Recall@K counts them as misses", () => {
    const embeddings = [[0], [1], [5], [6], [100]];
    const labels = [0, 0, 1, 1, 2];
    close(mapAtR(embeddings, labels), 1);
    close(rPrecision(embeddings, labels), 1);
    assert.deepEqual(recallAtK(embeddings, labels, [1, 4]), { 1: 0.8, 4: 0.8 });
  });

  it("recall never falls with K, and MAP@R never exceeds R-precision", () => {
    fc.assert(
      fc.property(gridCloud, (cloud) => {
        const { recall, mapAtR, rPrecision } = quality(cloud, [1, 2, 3]);
        assert.ok(0 <= recall[1] && recall[1] <= recall[2] && recall[2] <= recall[3] && recall[3] <= 1);
        assert.ok(0 <= mapAtR && mapAtR <= rPrecision + 1e-15 && rPrecision <= 1);
      }),
    );
  });

  it("say what is wrong with their arguments", () => {
    const { embeddings, labels } = line;
    assert.throws(
      () => recallAtK(embeddings, labels, [1, 5]),
      /recallAtK: ks must hold whole numbers in \[1, n-1\], got 5 with n=5. Lower it or add points./,
    );
    assert.throws(
      () => recallAtK(embeddings, labels, []),
      /ks must be a non-empty array of whole numbers in \[1, n-1\], such as \[1, 2, 4, 8\], got \[\]/,
    );
    assert.throws(
      () => recallAtK(embeddings, [0, 1], [1]),
      /labels must have one entry per row of embeddings, got 2 labels for 5 rows/,
    );
    assert.throws(
      () => mapAtR(embeddings, [0, 1, 0, -1, 0]),
      /labels must hold the class of every point, got an unlabeled one at 3. Leave unlabeled points out./,
    );
    assert.throws(() => mapAtR(embeddings, [2, 2, 2, 2, 2]), /at least 2 classes, got only class 2/);
    assert.throws(() => rPrecision(embeddings, [0, 1, 2, 3, 4]), /got 5 classes of 1 point each/);
    assert.throws(
      () => rPrecision([[0], [Infinity]], [0, 1]),
      /embeddings must be finite, got Infinity in row 1/,
    );
    assert.throws(() => mapAtR([[1], [1]], [0, 1]), /all 2 rows of embeddings are equal/);
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("the neighbor metrics agree with brute force at a size that runs on the engine, without leaks", () => {
      const before = tf.memory().numTensors;
      assertAsBruteForce(labeledCloud(600, 40, 7, 11), [1, 2, 4, 8]);
      assert.equal(tf.memory().numTensors, before);
    });

    it("they are exact where float32 cannot decide: duplicates, and a cloud far from the origin", () => {
      const few = labeledCloud(40, 30, 4, 12);
      const embeddings = Array.from({ length: 600 }, (_, i) => few.embeddings[i % 40]);
      const labels = Array.from({ length: 600 }, (_, i) => (i * 7) % 5);
      assertAsBruteForce({ embeddings, labels }, [1, 8]);
      const far = labeledCloud(400, 30, 5, 13);
      far.embeddings = far.embeddings.map((row) => row.map((value) => 1e4 + 1e-3 * value));
      assertAsBruteForce(far, [1, 8]);
    });
  });
}
