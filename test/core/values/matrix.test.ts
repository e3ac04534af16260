import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { toFloat32, toFloat64, toFloats, toTensor } from "../../../lib/core/values/matrix";
import { useEngine } from "../../../lib/engine";

describe("matrix", () => {
  const rows = [
    [1, 2, 3],
    [4, 5, 6],
  ];

  it("reads rows, typed arrays with their shape, and tensors alike", async () => {
    await useEngine("cpu");
    const tensor = tf.tensor2d(rows);
    const before = tf.memory().numTensors;
    const expected = { data: Float64Array.from(rows.flat()), shape: [2, 3] };
    assert.deepEqual(toFloat64(rows, "f: x"), expected);
    assert.deepEqual(toFloat64({ data: Float32Array.from(rows.flat()), shape: [2, 3] }, "f: x"), expected);
    assert.deepEqual(toFloat64(tensor, "f: x"), expected);
    assert.ok(toFloat32(rows, "f: x").data instanceof Float32Array);
    assert.equal(tf.memory().numTensors, before);
    const copy = toTensor(tensor, "f: x");
    tensor.dispose();
    assert.deepEqual(await copy.array(), rows);
    copy.dispose();
  });

  it("reads typed arrays as rows, and keeps single precision if every row has it", () => {
    const typed = rows.map((row) => Float32Array.from(row));
    const expected = { data: Float32Array.from(rows.flat()), shape: [2, 3] };
    assert.deepEqual(toFloats(typed, "f: x"), expected);
    assert.deepEqual(toFloat64(typed, "f: x").data, Float64Array.from(rows.flat()));
    assert.ok(toFloats([typed[0], rows[1]], "f: x").data instanceof Float64Array);
    assert.ok(toFloats([Float64Array.of(0.1)], "f: x").data instanceof Float64Array);
    assert.throws(() => toFloats(new Array<Float32Array>(1e9), "f: x"), /got undefined as row 0/);
    assert.throws(
      () => toFloats([typed[0], new Float32Array(2)], "f: x"),
      /f: x must be rows of equal length, got row 1 of length 2 after rows of 3/,
    );
  });

  it("shares a typed array that fits instead of copying it", () => {
    const data = new Float64Array(6);
    assert.equal(toFloat64({ data, shape: [2, 3] }, "f: x").data, data);
  });

  it("names what is wrong with a matrix", async () => {
    await useEngine("cpu");
    assert.throws(
      () => toFloat64([[1, 2], [3]], "f: x"),
      /f: x must be rows of equal length, got row 1 of length 1/,
    );
    assert.throws(
      () => toFloat64({ data: [1, 2, 3], shape: [2, 2] }, "f: x"),
      /f: x must be .* got shape \[2,2\] with 3 values/,
    );
    const cube = tf.zeros([1, 2, 3]);
    assert.throws(
      () => toFloat64(cube as tf.Tensor2D, "f: x"),
      /f: x must have two dimensions, got a tensor of shape \[1,2,3\]/,
    );
    cube.dispose();
  });
});
