import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { memoryReport, useEngine } from "../../lib";

const DISPLAY = Symbol.for("Jupyter.display");
type Bundle = Record<string, unknown>;
const bundleOf = (value: object) => (value as { [DISPLAY](): Bundle })[DISPLAY]();

describe("memoryReport", () => {
  it("counts tensors", async () => {
    await useEngine("cpu");
    const before = memoryReport();
    const tensor = tf.zeros([256, 1024]);
    const now = memoryReport();
    tensor.dispose();
    assert.equal(now.tensors - before.tensors, 1);
    assert.equal(now.tensorBytes - before.tensorBytes, 2 ** 20);
    assert.match(String(now), /^\d+ tensors? in .* MB \(engine cpu\), heap/);
    assert.equal(bundleOf(now)["text/plain"], String(now));
  });
});
