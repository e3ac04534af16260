import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { searchIndex } from "../../lib/search";

const draw = random(3);
const normal = (length: number) => Float32Array.from({ length }, () => draw.normal());

/** Sorts all distances, computed entry by entry. */
function bruteForce(data: Float32Array, d: number, query: ArrayLike<number>, k: number) {
  return Array.from({ length: data.length / d }, (_, position) => {
    const row = data.subarray(position * d, (position + 1) * d);
    return { position, distance: Math.hypot(...Array.from(row, (value, c) => value - query[c])) };
  })
    .sort((a, b) => a.distance - b.distance || a.position - b.position)
    .slice(0, k);
}

describe("searchIndex", () => {
  it("finds the nearest of three points, by hand", () => {
    const index = searchIndex(
      [
        [0, 0],
        [3, 4],
        [6, 8],
      ],
      { names: ["a", "b", "c"] },
    );
    assert.deepEqual(index.nearest([0, 0], 2), [
      { position: 0, name: "a", distance: 0 },
      { position: 1, name: "b", distance: 5 },
    ]);
    assert.deepEqual(
      index.nearest(
        [
          [6, 8],
          [3, 5],
        ],
        1,
      ),
      [[{ position: 2, name: "c", distance: 0 }], [{ position: 1, name: "b", distance: 1 }]],
    );
  });

  it("finds what sorting all distances finds, in one dimension and in many", () => {
    for (const [n, d, k] of [
      [1, 1, 1],
      [200, 1, 7],
      [300, 3, 300],
      [500, 16, 10],
      [500, 17, 10],
      [400, 70, 25],
    ]) {
      const data = normal(n * d);
      const index = searchIndex({ data, shape: [n, d] });
      for (let q = 0; q < 5; q++) {
        const query = normal(d);
        const [hits, expected] = [index.nearest(query, k), bruteForce(data, d, query, k)];
        assert.deepEqual(
          hits.map(({ position }) => position),
          expected.map(({ position }) => position),
        );
        hits.forEach(({ distance }, i) => {
          assert.ok(Math.abs(distance - expected[i].distance) < 1e-9);
        });
      }
    }
  });

  it("lists equal distances by position", () => {
    // The distances are whole numbers, most of them several times.
    const data = Float32Array.from({ length: 400 }, () => Math.floor(4 * draw.uniform()));
    const index = searchIndex({ data, shape: [400, 1] });
    for (const k of [1, 50, 150, 399]) {
      assert.deepEqual(
        index.nearest([1], k).map(({ position }) => position),
        bruteForce(data, 1, [1], k).map(({ position }) => position),
      );
    }
  });

  it("takes tensors and more neighbors than there are, and names rows by their position", async () => {
    await useEngine("cpu");
    const [points, query] = [tf.tensor2d([[1], [2]]), tf.tensor2d([[2]])];
    const index = searchIndex(points);
    assert.deepEqual(index.nearest(query), [
      [
        { position: 1, name: "1", distance: 0 },
        { position: 0, name: "0", distance: 1 },
      ],
    ]);
    tf.dispose([points, query]);
  });

  it("keeps what it was made of when the caller's arrays change", () => {
    const [data, names] = [Float32Array.of(1, 2), ["a", "b"]];
    const index = searchIndex({ data, shape: [2, 1] }, { names });
    data[0] = 100;
    names[0] = "x";
    assert.deepEqual(index.nearest([0], 1), [{ position: 0, name: "a", distance: 1 }]);
  });

  it("shows itself, with names as text", () => {
    const names = ["<b>a</b>", "b", "c", "d", "e", "f"];
    const index = searchIndex({ data: normal(12), shape: [6, 2] }, { names });
    assert.equal(String(index), "search index of 6 embeddings with 2 dimensions");
    assert.equal(inspect(index), String(index));
    const display = (index as unknown as Record<symbol, () => Record<string, string>>)[
      Symbol.for("Jupyter.display")
    ].bind(index);
    const { "text/html": html, "text/plain": plain } = display();
    assert.equal(plain, String(index));
    assert.match(html, /&lt;b&gt;a&lt;\/b&gt;.*<td>e<\/td>.*and 1 more/);
  });

  const index = searchIndex([[0, 0]]);
  const wrong: Record<string, [call: () => unknown, message: RegExp]> = {
    "embeddings that are not finite": [
      () => searchIndex([[0, NaN]]),
      /^searchIndex: embeddings must be finite, got NaN in row 0, column 1/,
    ],
    "numbers too large for float32": [
      () => searchIndex([[0, 1e300]]),
      /^searchIndex: embeddings must be finite, got Infinity in row 0, column 1/,
    ],
    "no embeddings": [() => searchIndex([]), /^searchIndex: embeddings must have at least 1 row/],
    "too few names": [
      () => searchIndex([[0], [1]], { names: ["a"] }),
      /^searchIndex: names must be one per embedding, 2, got 1/,
    ],
    "names that are numbers": [
      () => searchIndex([[0]], { names: [1] as unknown as string[] }),
      /^searchIndex: names\[0\] must be a text, got 1/,
    ],
    "a query of another dimension": [
      () => index.nearest([1, 2, 3]),
      /^nearest: query must have 2 numbers, as the embeddings of this index, got 3\. Embed it with the same model/,
    ],
    "a query that is not finite": [() => index.nearest([1, NaN]), /^nearest: query must be finite, got NaN/],
    "an empty query": [() => index.nearest([]), /^nearest: query must have at least 1 row and 1 column/],
    "k = 0": [() => index.nearest([1, 2], 0), /^nearest: k must be a whole number of at least 1, got 0/],
  };
  for (const [name, [call, message]] of Object.entries(wrong)) {
    it(`refuses ${name}`, () => {
      assert.throws(call, { name: "UserError", message });
    });
  }
});
