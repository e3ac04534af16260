import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { paperNeighborhood, useEngine } from "../../../lib";
import { firstDigits } from "./firstDigits";

describe("paperNeighborhood", () => {
  it("draws a mined neighborhood before and after a step, and leak nothing", async () => {
    await useEngine("wasm");
    const data = await firstDigits(400, 1);
    const tensors = tf.memory().numTensors;
    const figure = await paperNeighborhood(data, 1);
    assert.equal(tf.memory().numTensors, tensors);
    const svg = await figure.toSvg();
    assert.match(svg, /Before the step.*After the step/s);
    assert.match(svg, />the anchor is random \(seed 1\) among the \d+ unlabeled images/);
  });
});
