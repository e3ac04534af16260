import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { imagesFromArray } from "../../../lib/datasets";

describe("imagesFromArray", () => {
  it("accepts nested arrays with and without channels", () => {
    assert.deepEqual(
      imagesFromArray([
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ]),
      {
        data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
        shape: [2, 2, 2, 1],
      },
    );
    assert.deepEqual(imagesFromArray([[[[1, 2, 3]]]]).shape, [1, 1, 1, 3]);
  });

  it("accepts flat and typed arrays with their shape, and keeps bytes and floats", () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6);
    assert.equal(imagesFromArray(bytes, [1, 2, 1, 3]).data, bytes);
    const floats = Float32Array.of(0.5, 1);
    assert.equal(imagesFromArray(floats, [2, 1, 1]).data, floats);
    assert.deepEqual(imagesFromArray([1, 2], [1, 1, 2]).data, Float32Array.of(1, 2));
    assert.deepEqual(imagesFromArray(Uint8ClampedArray.of(9), [1, 1, 1]).data, Uint8Array.of(9));
    assert.deepEqual(imagesFromArray(Float64Array.of(9), [1, 1, 1]).data, Float32Array.of(9));
  });

  it("says what does not match", () => {
    assert.throws(() => imagesFromArray([1, 2, 3], [1, 2, 2]), /must hold 1 × 2 × 2 = 4 numbers, got 3/);
    assert.throws(() => imagesFromArray([1, 2]), /shape must be \[n, height, width\] or .*, got \[2\]/);
    assert.throws(() => imagesFromArray([], [0, 1, 1]), /positive whole numbers, got \[0, 1, 1\]/);
    assert.throws(() => imagesFromArray([1, NaN], [1, 1, 2]), /values\[1\] must be a number, got NaN/);
    assert.throws(
      () => imagesFromArray([[[1, 2], [3]]]),
      /values\[0\]\[1\] has 1 entry, but the first .* has 2/,
    );
    for (const holes of [
      [[new Array(1e9), [3, 4]]],
      [
        [
          [new Array(1e9), 2],
          [3, 4],
        ],
      ],
    ])
      assert.throws(
        () => imagesFromArray(holes as never),
        /must have no holes, got an array of 1000000000 values/,
      );
    assert.throws(() => imagesFromArray([[[1, 2], 3]] as never), /values\[0\]\[1\] must be an array, got 3/);
  });
});
