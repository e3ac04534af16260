import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { invertOnEngine, invertOnEngineNow } from "../../../lib/graph/proximity/invertOnEngine";
import { invertSmall } from "../../../lib/graph/proximity/invertPlain";
import { onEngine, readableEngines } from "../../engine/everyEngine";
import { denseWalk, weightsOf } from "./walks";

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("invertOnEngine keeps six digits of every entry, in several panels, and leaks no tensor", async () => {
      const walk = denseWalk(600, 1e-4, 3);
      const exact = invertSmall(weightsOf(walk), walk.excess.slice());
      const before = tf.memory().numTensors;
      for (const inverse of [await invertOnEngine(walk, eventLoopYielder()), invertOnEngineNow(walk)]) {
        inverse.forEach((value, at) => {
          assert.ok(Math.abs(value / exact[at] - 1) < 5e-6);
        });
      }
      assert.equal(tf.memory().numTensors, before);
    });
  });
}

onEngine("webgpu", () => {
  it("invertOnEngine waits for the values it reads", async () => {
    const walk = denseWalk(300, 1e-4, 4);
    const exact = invertSmall(weightsOf(walk), walk.excess.slice());
    const before = tf.memory().numTensors;
    const inverse = await invertOnEngine(walk, eventLoopYielder());
    inverse.forEach((value, at) => {
      assert.ok(Math.abs(value / exact[at] - 1) < 5e-6);
    });
    assert.equal(tf.memory().numTensors, before);
  });
});
