import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-cpu";
import { UserError } from "../../../lib/core/errors";
import type { MatrixLike } from "../../../lib/core/values/matrix";
import { readPoints, readPointsLater } from "../../../lib/core/values/points";

describe("readPoints", () => {
  it("keeps the precision of the points, and does not copy data", async () => {
    const single = { data: Float32Array.of(1, 2), shape: [2, 1] as const };
    assert.equal(readPoints(single, "f: x").data, single.data);
    assert.ok(readPoints([[1], [2]], "f: x").data instanceof Float64Array);
    const tensor = tf.tensor2d([[1], [2]]);
    assert.deepEqual([...(await readPointsLater(tensor, "f: x")).data], [1, 2]);
    tensor.dispose();
  });

  it("names the first number that is not finite", () => {
    assert.throws(
      () =>
        readPoints(
          [
            [1, 2],
            [3, NaN],
          ],
          "f: x",
          { advice: "Fill it in." },
        ),
      /f: x must be finite, got NaN in row 1, column 1\. Fill it in\./,
    );
  });

  it("rejects too few points, and equal points that must differ", () => {
    assert.throws(
      () => readPoints([[1]], "f: x", { rows: 2 }),
      /at least 2 rows .* got shape \[1, 1\]\. Add points/,
    );
    assert.throws(
      () => readPoints([[1], [1]], "f: x", { differ: "so it is pointless." }),
      /f: all 2 rows of x are equal, so it is pointless\./,
    );
  });

  it("rejects anything but a matrix of numbers", () => {
    const disposed = tf.tensor2d([[1]]);
    disposed.dispose();
    const texts = tf.tensor2d([["a"]], undefined, "string");
    const wrong: unknown[] = [
      undefined,
      null,
      3,
      "points",
      [],
      [[]],
      [1, 2],
      [["1"]],
      [[1n]],
      [[1], [1, 2]],
      new Array(1e9),
      { length: 1e9 },
      { data: "x", shape: "y" },
      { data: [1, 2], shape: [2.5, 0.8] },
      { data: new Float32Array(4), shape: [2 ** 31, 2 ** 31] },
      { data: new BigInt64Array(1), shape: [1, 1] },
      disposed,
      texts,
    ];
    for (const x of wrong) assert.throws(() => readPoints(x as MatrixLike, "f: x"), UserError);
    texts.dispose();
  });
});
