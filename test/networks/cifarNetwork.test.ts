import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { cifarNetwork } from "../../lib/networks";
import { values } from "./noise";

describe("cifarNetwork", () => {
  it("has as many parameters as the paper's layers, and embeds on the unit sphere", async () => {
    await useEngine("wasm");
    const network = cifarNetwork({ seed: 1 });
    const size = Object.values(network.parameters).reduce((sum, parameter) => sum + parameter.size, 0);
    assert.equal(size, 75 * 32 + 32 + (800 * 32 + 32) + (800 * 64 + 64) + (1024 * 64 + 64));
    const lengths = tf.tidy(() =>
      tf.norm(network.forward(values([5, 32, 32, 3]) as tf.Tensor4D), "euclidean", 1),
    );
    for (const length of lengths.dataSync()) assert.ok(Math.abs(length - 1) < 1e-5);
    lengths.dispose();
    network.dispose();
  });
});
