import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { DistanceBlocks } from "../../../lib/evaluate/distances/distanceBlocks";
import { random } from "../../../lib/core/values/random";
import { useEngine } from "../../../lib/engine";

it("DistanceBlocks has all squared distances, block by block, and leaks nothing", async () => {
  await useEngine("wasm");
  const [n, m, d] = [150, 7, 3];
  const noise = random(1);
  const [rows, others] = [n, m].map((count) =>
    Float64Array.from({ length: count * d }, () => noise.normal()),
  );
  const before = tf.memory().numTensors;
  // As wide as if there were many others: blocks of 64 rows.
  const blocks = new DistanceBlocks(rows, d, 1e6);
  assert.deepEqual([blocks.height, blocks.count], [64, 3]);
  const factor = blocks.others(others);
  const found: number[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const distances = blocks.distances(block, factor);
    found.push(...distances.dataSync());
    distances.dispose();
  }
  assert.equal(found.length, n * m);
  found.forEach((value, at) => {
    const [i, j] = [Math.floor(at / m), at % m];
    let square = 0;
    for (let c = 0; c < d; c++) square += (rows[i * d + c] - others[j * d + c]) ** 2;
    assert.ok(Math.abs(value - square) < 1e-5 * (1 + square));
  });
  factor.dispose();
  blocks.dispose();
  assert.equal(tf.memory().numTensors, before);
});
