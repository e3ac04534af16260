import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { onEngine } from "../engine/everyEngine";
import { batches, evaluate, lossOf, losses } from "./lossFixtures";

for (const engine of ["cpu", "wasm", "tensorflow", "webgpu"] as const) {
  onEngine(engine, () => {
    for (const { name, options, results } of losses) {
      it(`${name}(${JSON.stringify(options)}) has PyTorch's values and gradients`, async () => {
        const loss = lossOf(name, options);
        const tensors = tf.memory().numTensors;
        for (const [i, { value, gradients, learned }] of results.entries()) {
          const ours = await evaluate(loss, batches[i], learned);
          close(ours.value, value, Math.abs(value), `the value of batch ${i}`);
          gradients.forEach((gradient, which) => {
            const size = Math.max(...gradient.map(Math.abs));
            gradient.forEach((entry, at) => {
              close(ours.gradients[which][at], entry, size, `entry ${at} of gradient ${which} of batch ${i}`);
            });
          });
        }
        assert.equal(tf.memory().numTensors, tensors, "no tensor is left");
      });
    }
  });
}

/** Equal up to the rounding of float32. */
function close(ours: number, theirs: number, size: number, what: string): void {
  const error = Math.abs(ours - theirs);
  assert.ok(error <= 1e-4 * Math.max(1, size), `${what}: ${ours} is not ${theirs}`);
}
