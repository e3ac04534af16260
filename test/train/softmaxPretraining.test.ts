import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import type { Images } from "../../lib/datasets/images/images";
import { useEngine } from "../../lib/engine";
import { AGML } from "../../lib/methods";
import { cifarNetwork } from "../../lib/networks";
import type { Network } from "../../lib/networks/network";
import { type AgmlEvent } from "../../lib/train";
import { pretrain } from "../../lib/train/softmaxPretraining";
import { fewDigits, small } from "./fewDigits";

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

  it("learns a few digits by heart", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const events: AgmlEvent[] = [];
    const model = await new AGML({
      ...small,
      epochs: 0,
      pretrainingEpochs: 40,
      pretrainingLearningRate: 0.05,
    }).fit(images, labels, { onEvent: (event) => events.push(event) });
    model.dispose();
    const accuracies = events.flatMap((event) => (event.kind === "pretraining" ? [event.accuracy] : []));
    assert.equal(accuracies.length, 40);
    assert.ok(accuracies[39] > 0.9, `20 digits are learned by heart, got ${accuracies[39]}`);
  });
});
