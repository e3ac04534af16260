import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { semiSupervisedSplit } from "../../lib/datasets";

const labelsOf = (counts: number[]) =>
  counts.flatMap((count, label) => Array.from({ length: count }, () => label));

describe("semiSupervisedSplit", () => {
  it("puts every example in exactly one part, with the requested counts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 8, max: 40 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer(),
        (counts, labeledPerClass, seed) => {
          const trueLabels = labelsOf(counts);
          const split = semiSupervisedSplit(trueLabels, { labeledPerClass, validation: 0.15, seed });
          const everyone = [...split.labeled, ...split.unlabeled, ...split.validation].sort((a, b) => a - b);
          assert.deepEqual(everyone, [...trueLabels.keys()]);
          counts.forEach((count, label) => {
            const inClass = (part: Int32Array) => part.filter((i) => trueLabels[i] === label).length;
            assert.equal(inClass(split.labeled), labeledPerClass);
            assert.equal(inClass(split.validation), Math.round(0.15 * count));
          });
          split.labels.forEach((label, i) => {
            assert.equal(label, split.labeled.includes(i) ? trueLabels[i] : -1);
          });
        },
      ),
    );
  });

  it("repeats itself with the same seed and differs with another", () => {
    const labels = labelsOf([50, 50]);
    assert.deepEqual(semiSupervisedSplit(labels, { seed: 3 }), semiSupervisedSplit(labels, { seed: 3 }));
    assert.notDeepEqual(semiSupervisedSplit(labels, { seed: 3 }), semiSupervisedSplit(labels, { seed: 4 }));
  });

  it("accepts classes of any size", () => {
    const { unlabeled } = semiSupervisedSplit(new Uint8Array(400_000), { labeledPerClass: 1, validation: 0 });
    assert.equal(unlabeled.length, 399_999);
  });

  it("leaves examples without a label unlabeled, and hides no label of a class that has fewer", () => {
    const given = [...labelsOf([3, 6]), -1, -1];
    const split = semiSupervisedSplit(given, { labeledPerClass: 4, validation: 0 });
    assert.deepEqual([...split.labels].slice(0, 3), [0, 0, 0]);
    assert.equal(split.labels.filter((label) => label === 1).length, 4);
    assert.deepEqual([...split.unlabeled].slice(-2), [9, 10]);
    assert.equal(split.unlabeled.length, 4);
  });

  it("names a class that is too small, and numbers out of range", () => {
    assert.throws(
      () => semiSupervisedSplit(labelsOf([50, 9]), { labeledPerClass: 10 }),
      /class 1 has 8 examples outside validation, fewer than labeledPerClass=10/,
    );
    assert.throws(() => semiSupervisedSplit([]), /trueLabels must hold at least one label, got none/);
    assert.throws(() => semiSupervisedSplit([-1, null]), /at least one label, got unlabeled examples only/);
    assert.throws(() => semiSupervisedSplit([0.5]), /got 0\.5 at 0/);
    assert.throws(() => semiSupervisedSplit([0], { labeledPerClass: 0 }), /labeledPerClass must be .* got 0/);
    assert.throws(
      () => semiSupervisedSplit([0], { validation: 1 }),
      /validation must be a number in \[0, 1\), got 1/,
    );
  });
});
