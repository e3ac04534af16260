import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import {
  checkExampleShape,
  examplesTensor,
  gatherExamples,
  readExamples,
  selectExamples,
} from "../../lib/networks/examples";

const features = readExamples("f", [
  [0, 1],
  [10, 11],
  [20, 21],
]);

describe("examples", () => {
  it("are selected in the order asked for, bytes as bytes", () => {
    assert.deepEqual([...selectExamples(features, [2, 0]).data], [20, 21, 0, 1]);
    const pictures = { data: Uint8Array.of(1, 2, 3, 4), shape: [2, 1, 2, 1] as const };
    assert.deepEqual(selectExamples(pictures, [1]), { data: Uint8Array.of(3, 4), shape: [1, 1, 2, 1] });
    assert.throws(() => selectExamples(features, [3]), /positions must hold positions in \[0, 2\], got 3/);
  });

  it("are gathered once each, with the places of every list among them", () => {
    const { examples, positions, places } = gatherExamples(features, {
      anchors: Int32Array.of(2, 0),
      positives: Int32Array.of(0, 2),
    });
    assert.deepEqual([...positions], [2, 0]);
    assert.deepEqual([...examples.data], [20, 21, 0, 1]);
    assert.deepEqual(places, { anchors: Int32Array.of(0, 1), positives: Int32Array.of(1, 0) });
  });

  it("become tensors, whole or in part", async () => {
    await useEngine("cpu");
    tf.tidy(() => {
      assert.deepEqual(examplesTensor(features, 1, 3).arraySync(), [
        [10, 11],
        [20, 21],
      ]);
    });
  });

  it("must have the shape that the network takes", () => {
    assert.throws(
      () => {
        checkExampleShape("f", features, { name: "mlp", inputShape: [3] });
      },
      { message: "f: features must have the shape [3] of the mlp network, got [2]." },
    );
  });
});
