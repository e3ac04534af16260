import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values";
import { tripletMarginLoss } from "../../lib/losses";
import { largestBlock } from "../../lib/losses/tripletTerms";
import { allTriplets } from "../../lib/mining";
import { onEngine } from "../engine/everyEngine";

const [b, d] = [300, 4];
const noise = random(3);
const z = Float32Array.from({ length: b * d }, () => noise.normal());
const labels = Int32Array.from({ length: b }, (_, i) => (i % 30 === 29 ? -1 : i % 7));

/** The sum and the number of the costs above 0, by three loops. */
function bruteForce(margin: number): { sum: number; active: number } {
  const distance = (i: number, j: number) => {
    let sum = 0;
    for (let c = 0; c < d; c++) sum += (z[i * d + c] - z[j * d + c]) ** 2;
    return sum;
  };
  let [sum, active] = [0, 0];
  for (let a = 0; a < b; a++)
    for (let p = 0; p < b; p++) {
      if (a === p || labels[a] < 0 || labels[p] !== labels[a]) continue;
      const near = distance(a, p) + margin;
      for (let n = 0; n < b; n++) {
        if (labels[n] < 0 || labels[n] === labels[a]) continue;
        const cost = near - distance(a, n);
        if (cost > 0) {
          sum += cost;
          active++;
        }
      }
    }
  return { sum, active };
}

for (const engine of ["cpu", "wasm", "tensorflow"] as const)
  onEngine(engine, () => {
    it("tripletMarginLoss sums up all triplets of 300 examples, and never lists them", async () => {
      const { sum, active } = bruteForce(0.2);
      const rows = tf.tensor2d(z, [b, d]);
      const loss = tripletMarginLoss();
      const { result, kernels, newTensors } = await tf.profile(() => {
        const { value, grad } = tf.valueAndGrad((x: tf.Tensor) => loss(x as tf.Tensor2D, labels))(rows);
        return [value, grad];
      });
      const [value, gradient] = result as tf.Tensor[];
      const [mean] = await value.data();
      assert.ok(Math.abs(mean / (sum / active) - 1) < 1e-4, `${mean} is not ${sum / active}`);
      assert.equal(newTensors, 2);
      const sizes = kernels.flatMap(({ outputShapes }) =>
        outputShapes.map((shape) => tf.util.sizeFromShape(shape)),
      );
      assert.ok(Math.max(...sizes) <= largestBlock, `the largest tensor has ${Math.max(...sizes)} numbers`);
      // The same triplets, listed.
      const listed = tripletMarginLoss({ miner: allTriplets({ perAnchor: 1e9 }) });
      const other = tf.grad((x: tf.Tensor) => listed(x as tf.Tensor2D, labels))(rows);
      const expected = await other.data();
      (await gradient.data()).forEach((entry, i) => {
        assert.ok(Math.abs(entry - expected[i]) < 1e-5, `entry ${i}: ${entry} is not ${expected[i]}`);
      });
      tf.dispose([rows, value, gradient, other]);
    });
  });
