import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { AGML, type AgmlOptions } from "../../lib/methods";
import { cifarNetwork, embed, mlp, mnistNetwork } from "../../lib/networks";
import { sgdDefaults } from "../../lib/train";
import { fewDigits, small } from "./fewDigits";

describe("a learner", () => {
  it("is fitted also for those who leave at the last event, and leaks nothing where they leave earlier", async () => {
    await useEngine("wasm");
    const { images, labels } = await fewDigits();
    const before = tf.memory().numTensors;
    for (const kind of ["graph", "batch", "finished"]) {
      const model = new AGML({ ...small, epochs: 1 });
      for await (const event of model.steps(images, labels)) if (event.kind === kind) break;
      if (kind === "finished") model.transform(images).dispose();
      else assert.throws(() => model.transform(images), /not fitted yet/);
      model.dispose();
      assert.equal(tf.memory().numTensors, before);
    }
  });

  it("shows the learning rate that was decided, and itself in JSON without weights", async () => {
    await useEngine("wasm");
    const points = Array.from({ length: 12 }, (_, i) => [4 * (i % 2) + i / 30, 1]);
    const learner = new AGML({ seed: 1, epochs: 1, k: 3, network: mlp([4]) });
    assert.equal(learner.settings.learningRate, undefined);
    const read = (): unknown => JSON.parse(JSON.stringify(learner));
    assert.equal((read() as { method: string }).method, "AGML");
    await learner.fit(
      points,
      points.map((_, i) => (i < 6 ? i % 2 : -1)),
    );
    assert.equal(learner.settings.learningRate, sgdDefaults.learningRate);
    const { method, settings, parts } = read() as Record<string, Record<string, unknown>>;
    assert.equal(method, "AGML");
    assert.equal(settings.learningRate, sgdDefaults.learningRate);
    assert.deepEqual((parts.network as { name: string }).name, "mlp");
    assert.equal(JSON.stringify(learner).includes("data"), false);
    learner.dispose();
  });

  it("names what is wrong with its arguments", async () => {
    await useEngine("wasm");
    for (const [options, message] of [
      [{ gamma: 1 }, /AGML: gamma must be a number in \(0, 1\), got 1/],
      [{ epochs: 1.5 }, /AGML: epochs must be a whole number of at least 0, got 1\.5/],
      [{ k: 1 }, /AGML: k must be a whole number of at least 2, got 1/],
      [{ reduction: "max" }, /AGML: reduction must be "mean" or "sum", got "max"/],
      [
        { learningrate: 1 },
        /AGML: there is no option "learningrate". The options are seed, preprocessing, partitionSize,/,
      ],
      [{ patience: 0 }, /AGML: patience must be at least 1 epoch/],
    ] as [AgmlOptions, RegExp][]) {
      assert.throws(() => new AGML(options), message);
    }
    const { images, labels, validation } = await fewDigits();
    const floats = Float32Array.from(images.data);
    for (const [given, message] of [
      [{ ...images, data: images.data.subarray(784) }, /must have 70560 numbers as data, got 69776/],
      [{ ...images, data: floats.map((x, i) => (i === 800 ? NaN : x)) }, /got NaN in image 1\./],
      [{ ...images, data: "pixels" as unknown as Uint8Array }, /images must be { data, shape/],
      [undefined, /images must be { data, shape/],
    ] as [typeof images, RegExp][]) {
      await assert.rejects(new AGML(small).fit(given, labels), message);
      assert.throws(() => embed(mnistNetwork(), given), message);
    }
    for (const [given, message] of [
      [
        Array.from(labels).with(3, 1.5),
        /labels must be whole numbers from −1 \(unlabeled\) up, got 1\.5 at 3/,
      ],
      [Array.from(labels).with(3, NaN), /got NaN at 3/],
      [Array.from(labels).with(3, -2), /got -2 at 3/],
      [Array.from(labels, (label) => (label < 0 ? {} : label)), /got an empty object at/],
      [
        undefined,
        /labels must be an array of class numbers or class names, .* got undefined\. Call fit\(images, labels\)/,
      ],
    ] as [number[], RegExp][]) {
      await assert.rejects(new AGML(small).fit(images, given), message);
    }
    const fit = (some: Int32Array, options = {}) => new AGML(small).fit(images, some, options);
    await assert.rejects(
      fit(labels, { epochs: 3 }),
      /AGML: epochs is an option of the method, not of fit\. Write new AGML\(\{ epochs: … \}\)\.$/,
    );
    await assert.rejects(fit(labels, { verbose: true }), /did you mean show\?$/);
    await assert.rejects(
      fit(labels, {
        validation: { ...validation, labels: validation.labels.map((label, i) => (i ? label : -1)) },
      }),
      /AGML: validation labels must hold the class of every image, got an unlabeled one at 0/,
    );
    await assert.rejects(
      fit(labels.subarray(1)),
      /labels must have one entry per image, got 89 for 90 images/,
    );
    await assert.rejects(fit(labels.map(() => -1)), /labels must not all be −1/);
    await assert.rejects(fit(labels.map(() => 1)), /labels must leave some images unlabeled/);
    await assert.rejects(
      fit(labels.map((label) => (label < 0 ? -1 : 1))),
      /two classes at least, got only class 1/,
    );
    await assert.rejects(
      fit(labels, { validation: { ...validation, labels: validation.labels.subarray(2) } }),
      /validation must have one label per image, got 58 labels for 60 images/,
    );
    await assert.rejects(
      new AGML({ ...small, metricDimension: 200 }).fit(images, labels),
      /dimension of L \(metricDimension\) must be at most 128, the numbers of an embedding, got 200/,
    );
    await assert.rejects(
      new AGML({ ...small, network: cifarNetwork }).fit(images, labels),
      /images must have the shape \[32, 32, 3\] of the cifar network, got \[28, 28, 1\]/,
    );
    const model = await new AGML({ ...small, epochs: 0 }).fit(images, labels);
    assert.throws(
      () => model.transform([[1, 2]]),
      /^UserError: AGML\.transform: features must have the shape \[28, 28, 1\] of the mnist network, got \[2\]/,
    );
    assert.throws(() => model.transform(undefined as never), /AGML\.transform: images must be/);
    model.dispose();
    const wide = { ...images, shape: [90, 14, 56, 1] as typeof images.shape };
    await assert.rejects(new AGML(small).fit(wide, labels), /28 × 28 × 1 or 32 × 32 × 3.*got 14 × 56 × 1/);
    assert.throws(() => new AGML().transform(images), /not fitted yet\. Call/);
    await assert.rejects(AGML.load("nowhere.safetensors"), /cannot read nowhere\.safetensors/);
    assert.ok(!existsSync("nowhere.safetensors"));
  });
});
