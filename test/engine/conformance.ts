import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine, type EngineName } from "../../lib/engine";
import { operations, type Operation } from "./operations";
import { onEngine } from "./everyEngine";
import { trainTwentySteps } from "./trainTwentySteps";

/** Each operation that the library uses, forward and gradient, and a training run, against plain JavaScript. */
export function conformance(name: EngineName): void {
  onEngine(name, () => {
    let tensors = 0;
    before(async () => {
      await useEngine(name);
      tensors = tf.memory().numTensors;
    });
    after(() => {
      assert.equal(tf.memory().numTensors, tensors, "the suite leaks tensors");
    });

    describe("computes as the cpu engine does", () => {
      for (const operation of operations.filter(({ notOn }) => notOn !== name)) {
        it(operation.name, async () => {
          const expected = await compute(operation, "cpu");
          const actual = await compute(operation, name);
          actual.forEach((result, i) => {
            assertClose(result.values, expected[i].values, 1e-4, `${operation.name}: ${result.what}`);
          });
        });
      }
    });

    it("trains with the cpu engine's loss curve, to 1e-3", async () => {
      await useEngine("cpu");
      const expected = await trainTwentySteps();
      await useEngine(name);
      const actual = await trainTwentySteps();
      assert.ok(expected[19] < 0.8 * expected[0], `the reference run itself learns: ${expected.join(" ")}`);
      assertClose(actual, expected, 1e-3, "loss curve");
    });
  });
}

interface Result {
  what: string;
  values: ArrayLike<number>;
}

/** The operation's output and, where it has one, the gradient of a random weighted sum of it by each input. */
async function compute(operation: Operation, engine: EngineName): Promise<Result[]> {
  await useEngine(engine);
  const noise = random(operation.name.length);
  const draw = (shape: number[]) =>
    tf.tensor(
      Float32Array.from(
        { length: tf.util.sizeFromShape(shape) },
        () => operation.sample?.(noise) ?? noise.normal(),
      ),
      shape,
    );
  const inputs = operation.shapes.map(draw);
  const output = tf.tidy(() => operation.run(...inputs));
  const results: Result[] = [{ what: "output", values: await output.data() }];
  if (!operation.forwardOnly) {
    const weights = draw(output.shape);
    const gradients = tf.tidy(() =>
      tf.grads((...xs: tf.Tensor[]) => tf.sum(tf.mul(operation.run(...xs), weights)))(inputs),
    );
    for (const [i, gradient] of gradients.entries()) {
      results.push({ what: `gradient by input ${i}`, values: await gradient.data() });
    }
    tf.dispose([weights, gradients]);
  }
  tf.dispose([inputs, output]);
  return results;
}

function assertClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what: string,
): void {
  assert.equal(actual.length, expected.length, `${what}: length`);
  const scale = Array.from(expected).reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i] - expected[i]);
    assert.ok(error <= tolerance * scale, `${what} at ${i}: ${actual[i]} instead of ${expected[i]}`);
  }
}
