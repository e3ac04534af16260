import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import type { Matrix } from "../../../lib/core/values/matrix";
import { random } from "../../../lib/core/values/random";
import { LargestOfRows } from "../../../lib/graph/knn/largestOfRows";
import { NearestList } from "../../../lib/graph/knn/nearestList";
import { nearestOnEngine } from "../../../lib/graph/knn/nearestOnEngine";
import { nearestPlain } from "../../../lib/graph/knn/nearestPlain";
import { onEngine, readableEngines } from "../../engine/everyEngine";

const cloud = (n: number, d: number, seed: number): Matrix<Float32Array> => {
  const noise = random(seed);
  return { data: Float32Array.from({ length: n * d }, () => noise.normal()), shape: [n, d] };
};

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("LargestOfRows finds the largest x·y − ½‖y‖² of each row, whether there are few groups or many", () => {
      for (const [n, wanted] of [
        [5, 5],
        [33, 14],
        [150, 14],
        [1000, 14],
      ]) {
        const { data, shape } = cloud(n, 6, n);
        const [, d] = shape;
        const squares = Float64Array.from({ length: n }, (_, i) =>
          data.subarray(i * d, (i + 1) * d).reduce((sum, value) => sum + value * value, 0),
        );
        const before = tf.memory().numTensors;
        const largest = new LargestOfRows(data, squares, d, wanted, n - 1);
        largest.find(0);
        largest.dispose();
        assert.equal(tf.memory().numTensors, before);
        for (let i = 0; i < n - 1; i++) {
          const scores = Array.from({ length: n }, (_, j) => {
            let product = -squares[j] / 2;
            for (let c = 0; c < d; c++) product += data[i * d + c] * data[j * d + c];
            return product;
          });
          const sorted = [...scores].sort((a, b) => b - a);
          for (let s = 0; s < wanted; s++) {
            const at = i * wanted + s;
            assert.ok(Math.abs(largest.values[at] - sorted[s]) < 1e-4);
            assert.ok(Math.abs(scores[largest.points[at]] - sorted[s]) < 1e-4);
          }
        }
      }
    });

    it("nearestOnEngine finds what nearestPlain finds", () => {
      for (const [n, d, k] of [
        [3, 2, 1],
        [40, 5, 39],
        [500, 3, 10],
      ]) {
        const points = cloud(n, d, 7);
        const results = [nearestPlain, nearestOnEngine].map((search) => {
          const list = new NearestList(k);
          const all: number[][] = [];
          const found = () => all.push([...list.points]);
          if (search === nearestOnEngine) search(points, k, list, found);
          else nearestPlain(points, list, found);
          return all;
        });
        assert.deepEqual(results[1], results[0]);
      }
    });
  });
}
