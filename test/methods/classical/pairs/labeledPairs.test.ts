import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { labeledPairs, unlabeledPairs } from "../../../../lib/methods/classical/pairs/labeledPairs";
import { type Pairs } from "../../../../lib/methods/classical/pairs/pairs";
import { plainPairs } from "../data";

const all = { maxPairs: 1e6, seed: 1 };
const listed = ({ first, second }: Pairs) =>
  Array.from(first, (i, e) => [Math.min(i, second[e]), Math.max(i, second[e])].join()).sort();
const names = (pairs: readonly (readonly [number, number])[]) => pairs.map((pair) => pair.join()).sort();

describe("labeledPairs", () => {
  const labels = [2, -1, 0, 2, 0, 0, -1, 7, 2];

  it("are all pairs of one class, and of two", () => {
    const { similar, dissimilar } = labeledPairs(Int32Array.from(labels), all);
    const plain = plainPairs(labels);
    assert.deepEqual(listed(similar), names(plain.similar));
    assert.deepEqual(listed(dissimilar), names(plain.dissimilar));
  });

  it("are a random subset without repeats if there are too many, the same for the same seed", () => {
    const many = Int32Array.from({ length: 4000 }, (_, i) => i % 3);
    const draw = (seed: number) => labeledPairs(many, { maxPairs: 500, seed });
    const { similar, dissimilar } = draw(1);
    assert.equal(new Set(listed(similar)).size, 500);
    assert.equal(new Set(listed(dissimilar)).size, 500);
    similar.first.forEach((i, e) => {
      assert.equal(many[i], many[similar.second[e]]);
    });
    dissimilar.first.forEach((i, e) => {
      assert.notEqual(many[i], many[dissimilar.second[e]]);
    });
    assert.deepEqual(draw(1), draw(1));
    assert.notDeepEqual(draw(1).similar.first, draw(2).similar.first);
  });

  it("unlabeledPairs are all pairs with an unlabeled point", () => {
    const expected: [number, number][] = [];
    labels.forEach((own, i) => {
      labels.forEach((other, j) => {
        if (i < j && (own < 0 || other < 0)) expected.push([i, j]);
      });
    });
    assert.deepEqual(listed(unlabeledPairs(Int32Array.from(labels), all)), names(expected));
  });
});
