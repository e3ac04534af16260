import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { UserError } from "../../../lib/core/errors";
import { useEngine } from "../../../lib/engine";
import { classesOf, readGroups, readLabels, type Labels } from "../../../lib/core/values/labels";

describe("readLabels", () => {
  before(() => useEngine("cpu"));
  const expected = Int32Array.of(2, -1, 0);

  it("reads arrays, typed arrays and 1-D tensors of class numbers alike, into a new array", () => {
    const typed = Int32Array.from(expected);
    const tensor = tf.tensor1d([2, -1, 0], "int32");
    for (const labels of [typed, [2, -1, 0], [2, null, 0], Float32Array.from(expected), tensor])
      assert.deepEqual(readLabels(labels, "f"), expected);
    assert.notEqual(readLabels(typed, "f"), typed);
    tensor.dispose();
  });

  it("numbers class names in alphabetical order, regardless of their order", () => {
    assert.deepEqual([...readLabels(["dog", "cat", "ant", "cat"], "f")], [2, 1, 0, 1]);
    assert.deepEqual([...readLabels(["10", "9"], "f")], [0, 1]);
    const names = fc.array(fc.constantFrom("a", "b", "c", "Z", "é"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(names, (labels) => {
        const sorted = [...new Set(labels)].sort();
        assert.deepEqual(
          Array.from(readLabels(labels, "f"), (label) => sorted[label]),
          labels,
        );
      }),
    );
  });

  it("takes null, an empty text and −1 for unlabeled among class names", () => {
    assert.deepEqual([...readLabels(["b", null, "", -1, "a"], "f")], [1, -1, -1, -1, 0]);
    assert.deepEqual([...readLabels(["", ""], "f")], [-1, -1]);
  });

  it("says what is wrong, and where", () => {
    const fails = (labels: unknown, message: RegExp, n?: number) => {
      assert.throws(
        () => readLabels(labels as Labels, "f", n),
        (error: unknown) => error instanceof UserError && message.test(error.message),
      );
    };
    fails([0, 1.5], /^f: labels must be whole numbers from −1 \(unlabeled\) up, got 1\.5 at 1\./);
    fails([0, undefined], /got undefined at 1/);
    fails(["a", 3], /^f: labels must be class names throughout, .* got 3 at 1\.$/);
    fails([0, 1], /one entry per point, got 2 labels for 3 points\. Pass −1 for unlabeled points/, 3);
    fails("abc", /^f: labels must be an array of class numbers or class names, got "abc"\.$/);
    for (const wrong of [undefined, null, { length: 1e9 }, new Array(1e9), [2 ** 31], [[0]], [1n]])
      fails(wrong, /labels must be/);
    assert.throws(() => readLabels([-2], "f", 1, "trueLabels"), /^UserError: f: trueLabels must be/);
  });
});

describe("readGroups", () => {
  it("keeps numbers as they are and numbers class names", () => {
    assert.deepEqual(readGroups([0.5, -3], "f: a"), [0.5, -3]);
    assert.deepEqual(Array.from(readGroups(["b", "a", null], "f: a")), [1, 0, -1]);
  });
});

describe("classesOf", () => {
  it("lists the different classes in ascending order, without unlabeled points", () => {
    assert.deepEqual(classesOf(Int32Array.of(3, -1, 0, 3)), [0, 3]);
  });
});
