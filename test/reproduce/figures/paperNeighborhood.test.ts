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
    assert.match(await figure.toSvg(), /Before the step.*After the step/s);
  });
});
