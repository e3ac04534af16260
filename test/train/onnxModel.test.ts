import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import type * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { affinityMiner } from "../../lib/mining";
import { angularLoss } from "../../lib/losses";
import { AGML, AGML2, deepMethods, isUnsupervised, LRML } from "../../lib/methods";
import {
  convolution,
  dense,
  leading,
  maxPool,
  mlp,
  relu,
  sequential,
  type Network,
} from "../../lib/networks";
import { defineMethod } from "../../lib/train";
import { tinyImages, tinyNetwork } from "../fuzz/trainedReaders";
import { runPythonProgram, withoutPython } from "../support/onnxPython";
import { largestDifference, runOnnx } from "../support/onnxruntime";
import { temporaryFolder } from "../support/temporary";

before(async () => {
  await useEngine("cpu");
});

const { images, labels } = tinyImages();
const features = { data: images.data as Float32Array, shape: [24, 16] as [number, number] };

interface Model {
  transform(x: never): tf.Tensor2D;
  save(file: string): Promise<void>;
}

/** Saves a model and compares what the file computes with `transform`. */
async function agrees(
  t: TestContext,
  model: Model,
  { data, shape }: { data: ArrayLike<number>; shape: readonly number[] },
): Promise<void> {
  const file = path.join(temporaryFolder(t), "model.onnx");
  await model.save(file);
  const z = model.transform({ data, shape } as never);
  const [expected, wanted] = [z.dataSync(), z.shape];
  z.dispose();
  const result = await runOnnx(file, data, shape);
  assert.deepEqual(result.shape, wanted);
  assert.ok(expected.some((value) => Math.abs(value) > 0.05));
  const difference = largestDifference(result.data, expected);
  assert.ok(difference < 1e-5, `the largest difference is ${difference}`);
}

const short = { epochs: 1, k: 3, seed: 3 } as const;

describe("a model saved as ONNX", () => {
  for (const [name, Learner] of Object.entries(deepMethods)) {
    it(`computes what ${name} does, of images`, async (t) => {
      using model = new Learner({
        epochs: 1,
        seed: 3,
        network: tinyNetwork,
        ...(!["Deep-SERAPH", "Triplet", "Angular"].includes(name) && !isUnsupervised(name) && { k: 3 }),
      });
      await model.fit(images, labels);
      await agrees(t, model, images);
    });
  }

  for (const preprocessing of ["none", "mean", "whitening"] as const) {
    it(`prepares images by "${preprocessing}"`, async (t) => {
      const noise = random(5);
      const pixels = {
        data: Uint8Array.from({ length: 24 * 8 * 6 * 3 }, () => 255 * noise.uniform()),
        shape: [24, 8, 6, 3] as [number, number, number, number],
      };
      const network = sequential([convolution(6, 3, { padding: "same" }), relu(), maxPool(2), dense(5)]);
      using model = new AGML({ ...short, network, preprocessing, pretrainingEpochs: 0 });
      await model.fit(pixels, labels);
      await agrees(t, model, pixels);
    });
  }

  it("half-whitens features", async (t) => {
    using model = new AGML({ ...short, network: sequential([leading(2)]), preprocessing: "half-whitening" });
    await model.fit(features, labels);
    await agrees(t, model, features);
  });

  it("computes what a method of one's own does, of features", async (t) => {
    const Mine = defineMethod({
      name: "Mine",
      network: mlp([8, 4]),
      miner: affinityMiner({ k: 3 }),
      loss: angularLoss(),
    });
    using model = new Mine({ epochs: 1 });
    await model.fit(features, labels);
    await agrees(t, model, features);
  });

  it("computes what a classical method does", async (t) => {
    await agrees(t, await new LRML({ k: 3 }).fit(features, labels), features);
  });

  it("names the network that cannot be written, and leaves no file", async (t) => {
    const own = (): Network => ({
      ...tinyNetwork({ seed: 1 }),
      name: "mine",
      onnx: undefined as never,
    });
    using model = await new AGML({ ...short, network: own }).fit(images, labels);
    const file = path.join(temporaryFolder(t), "model.onnx");
    await assert.rejects(model.save(file), {
      name: "UserError",
      message:
        /^AGML\.save: the network "mine" cannot be written as ONNX, because it has no function onnx\(graph, x\)/,
    });
    assert.ok(!existsSync(file));
  });

  it("gives the same embeddings and neighbors in Python", { skip: withoutPython }, async (t) => {
    using model = await new AGML2({ ...short, network: tinyNetwork, preprocessing: "whitening" }).fit(
      images,
      labels,
    );
    const folder = temporaryFolder(t);
    await model.save(path.join(folder, "model.onnx"));
    writeFileSync(path.join(folder, "images.f32"), images.data);
    const printed = runPythonProgram(
      `
import json, numpy, onnxruntime
session = onnxruntime.InferenceSession("model.onnx")
images = numpy.fromfile("images.f32", numpy.float32).reshape(-1, 4, 4, 1)
z = session.run(None, {"images": images})[0]
distances = ((z[:, None] - z[None]) ** 2).sum(-1) + 1e9 * numpy.eye(len(z))
print(json.dumps([z.ravel().tolist(), distances.argmin(1).tolist()]))`,
      folder,
    );
    const [there, neighbors] = JSON.parse(printed) as [number[], number[]];
    const z = model.transform(images);
    const [here, rows] = [z.dataSync(), z.arraySync()];
    z.dispose();
    assert.ok(largestDifference(there, here) < 1e-5);
    const square = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0);
    const nearest = rows.map((row, i) => {
      const squares = rows.map((other, j) => (i === j ? Infinity : square(row, other)));
      return squares.indexOf(Math.min(...squares));
    });
    assert.deepEqual(neighbors, nearest);
  });
});
