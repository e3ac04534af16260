import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import type { Images } from "../../lib/datasets/images/images";
import { useEngine } from "../../lib/engine";
import { cifarNetwork } from "../../lib/networks";
import type { Network } from "../../lib/networks/network";
import { pretrain } from "../../lib/train/softmaxPretraining";

/** Image n has the colour n on its left edge, and is black elsewhere. */
function edges(count: number): Images {
  const data = new Float32Array(count * 32 * 32 * 3);
  for (let n = 0; n < count; n++) for (let c = 0; c < 3; c++) data[n * 32 * 32 * 3 + c] = n + 1;
  return { data, shape: [count, 32, 32, 3] };
}

/** For each batch that the network saw, on which side its images had their edge. */
async function sidesSeen(mirror: boolean): Promise<string[]> {
  const network = cifarNetwork({ seed: 1 });
  const sides: string[] = [];
  const watched: Network = {
    ...network,
    trace(images) {
      const [left, right] = [0, 31].map((x) => tf.slice(images, [0, 0, x, 0], [-1, 1, 1, 1]).dataSync());
      const whole = (side: ArrayLike<number>) => Array.from(side).every((colour) => colour > 0);
      sides.push(whole(left) ? "left" : whole(right) ? "right" : "mixed");
      return network.trace(images);
    },
  };
  const before = tf.memory().numTensors;
  const options = { epochs: 10, batchSize: 2, learningRate: 1e-6, mirror, seed: 1 };
  for await (const event of pretrain(watched, edges(8), [0, 1, 0, 1, 0, 1, 0, 1], options)) {
    assert.ok(Number.isFinite(event.loss));
  }
  assert.equal(tf.memory().numTensors, before);
  network.dispose();
  return sides;
}

describe("softmax pretraining", () => {
  it("mirrors about half of the batches, whole ones, only where it is told to", async () => {
    await useEngine("wasm");
    const mirrored = (await sidesSeen(true)).filter((side) => side === "right").length;
    assert.ok(mirrored >= 10 && mirrored <= 30, `${mirrored} of 40 batches`);
    assert.ok(!(await sidesSeen(true)).includes("mixed"));
    assert.deepEqual(new Set(await sidesSeen(false)), new Set(["left"]));
  });
});
