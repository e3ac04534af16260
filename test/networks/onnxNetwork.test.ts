import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { UserError } from "../../lib/core/errors";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { AGML2 } from "../../lib/methods";
import {
  embed,
  mlp,
  mnistNetwork,
  onnxNetwork,
  saveNetwork,
  type NetworkLike,
  type OnnxNetworkOptions,
} from "../../lib/networks";
import { mutate } from "../fuzz/mutate";
import { onnxFile, type TestPort } from "../support/onnxFile";
import { largestDifference } from "../support/onnxruntime";
import { temporaryFolder } from "../support/temporary";

before(async () => {
  await useEngine("cpu");
});

const open = ["n", 3, 2, 2];

/** A network that gives its input, flattened, as "z" and the mean of each channel as "means". */
function flattening(input: TestPort, outputs = ["z", "means"], axes = [2, 3]): Buffer {
  return onnxFile({
    inputs: [input],
    outputs: outputs.map((name) => ({ name, shape: ["n", "d"] })),
    nodes: [
      { type: "Flatten", inputs: [input.name], output: "z", whole: { axis: 1 } },
      { type: "ReduceMean", inputs: [input.name], output: "means", whole: { axes, keepdims: 0 } },
    ],
  });
}

const written = (t: TestContext, bytes: Buffer): string => {
  const file = path.join(temporaryFolder(t), "net.onnx");
  writeFileSync(file, bytes);
  return file;
};

/** Two color images of 2 × 2 pixels, [n, height, width, channels]. */
const images = { data: Uint8Array.from({ length: 24 }, (_, i) => i), shape: [2, 2, 2, 3] as [2, 2, 2, 3] };
/** The channels of the first image, one after another: its numbers are 0, 1, 2 in the first pixel, 3, 4, 5 in the next. */
const [reds, greens, blues] = [
  [0, 3, 6, 9],
  [1, 4, 7, 10],
  [2, 5, 8, 11],
];

async function firstRow(file: string, options: OnnxNetworkOptions): Promise<number[]> {
  const network = await onnxNetwork(file, { normalize: false, ...options });
  const { data, shape } = await network.embed(images);
  await network.dispose();
  assert.equal(shape[0], 2);
  return Array.from(data.subarray(0, shape[1]));
}

describe("onnxNetwork", () => {
  it("gives images as [n, channels, height, width] where the file wants them so", async (t) => {
    const file = written(t, flattening({ name: "x", shape: open }));
    assert.deepEqual(await firstRow(file, {}), [...reds, ...greens, ...blues]);
    assert.deepEqual(await firstRow(file, { colors: "bgr" }), [...blues, ...greens, ...reds]);
    assert.deepEqual(await firstRow(file, { output: "means" }), [4.5, 5.5, 6.5]);
    const normalized = await firstRow(file, { output: "means", normalize: true });
    const length = Math.hypot(4.5, 5.5, 6.5);
    assert.ok(largestDifference(normalized, [4.5 / length, 5.5 / length, 6.5 / length]) < 1e-6);
  });

  it("gives them as [n, height, width, channels] where the file wants them so", async (t) => {
    const file = written(t, flattening({ name: "x", shape: ["n", 2, 2, 3] }, ["z", "means"], [1, 2]));
    assert.deepEqual(
      await firstRow(file, {}),
      Array.from({ length: 12 }, (_, i) => i),
    );
    assert.deepEqual(await firstRow(file, { output: "means" }), [4.5, 5.5, 6.5]);
  });

  it("subtracts the mean and then scales, per channel", async (t) => {
    const file = written(t, flattening({ name: "x", shape: open }));
    const means = await firstRow(file, { output: "means", mean: [0.5, 1.5, 2.5], scale: [1, 2, 0.5] });
    assert.deepEqual(means, [4, 8, 2]);
    assert.deepEqual(await firstRow(file, { output: "means", mean: 0.5, scale: 2 }), [8, 10, 12]);
  });

  it("fills up the batches of a file that takes a fixed number of images", async (t) => {
    const file = written(t, flattening({ name: "x", shape: [4, 3, 2, 2] }));
    assert.deepEqual(await firstRow(file, { output: "means" }), [4.5, 5.5, 6.5]);
  });

  it("takes the size of the images where the file leaves it open", async (t) => {
    const file = written(t, flattening({ name: "x", shape: ["n", 3, "height", "width"] }));
    const network = await onnxNetwork(file, { size: 2 });
    assert.deepEqual([network.inputShape, network.dimension], [[2, 2, 3], 12]);
    assert.equal(String(network), "net.onnx: [2, 2, 3] → 12, in onnxruntime");
    await assert.rejects(onnxNetwork(file), {
      message: /leaves the size of its images open: its input is "x" \[n, 3, height, width\]\. Pass the size/,
    });
  });

  it("computes what our own network does, in any batches", async (t) => {
    const file = path.join(temporaryFolder(t), "mnist.onnx");
    const own = mnistNetwork({ seed: 2, initialization: "he" });
    await saveNetwork(own, file);
    const noise = random(1);
    const digits = {
      data: Uint8Array.from({ length: 5 * 784 }, () => 255 * noise.uniform()),
      shape: [5, 28, 28, 1] as [5, 28, 28, 1],
    };
    const z = embed(own, digits);
    const network = await onnxNetwork(file);
    const seen: [number, number][] = [];
    const there = await network.embed(digits, {
      batchSize: 2,
      onProgress: (...progress) => seen.push(progress),
    });
    assert.ok(largestDifference(there.data, z.dataSync()) < 1e-5);
    assert.deepEqual(seen, [
      [2, 5],
      [4, 5],
      [5, 5],
    ]);
    z.dispose();
    own.dispose();
  });

  it("can be stopped", async (t) => {
    const network = await onnxNetwork(written(t, flattening({ name: "x", shape: open })));
    await assert.rejects(network.embed(images, { signal: AbortSignal.abort(new Error("enough")) }), {
      message: "enough",
    });
  });
});

describe("onnxNetwork refuses in one sentence that names the file", () => {
  const cases: Record<string, [bytes: Buffer, options: OnnxNetworkOptions, message: RegExp]> = {
    "an output that it does not have": [
      flattening({ name: "x", shape: open }),
      { output: "meens" },
      /has no output "meens"; the outputs are "z" \[n, 12\], "means" \[n, 3\]\. Did you mean means\?$/,
    ],
    "an output that is no vector": [
      onnxFile({
        inputs: [{ name: "x", shape: open }],
        outputs: [{ name: "y", shape: open }],
        nodes: [{ type: "Relu", inputs: ["x"], output: "y" }],
      }),
      {},
      /must give a vector per image, but its output "y" has the shape \[1, 3, 2, 2\] for 1 image/,
    ],
    "an output of whole numbers": [
      onnxFile({
        inputs: [{ name: "x", shape: ["n", 4] }],
        outputs: [{ name: "y", shape: ["n"], type: 7 }],
        nodes: [{ type: "ArgMax", inputs: ["x"], output: "y", whole: { axis: 1, keepdims: 0 } }],
      }),
      {},
      /its output "y" holds int64 instead of float32/,
    ],
    "two inputs": [
      onnxFile({
        inputs: [
          { name: "a", shape: open },
          { name: "b", shape: open },
        ],
        outputs: [{ name: "y", shape: open }],
        nodes: [{ type: "Add", inputs: ["a", "b"], output: "y" }],
      }),
      {},
      /must have one input, images or features, got 2 inputs: "a" \[n, 3, 2, 2\], "b"/,
    ],
    "an input of bytes": [
      onnxFile({
        inputs: [{ name: "x", shape: open, type: 2 }],
        outputs: [{ name: "y", shape: open, type: 2 }],
        nodes: [{ type: "Identity", inputs: ["x"], output: "y" }],
      }),
      {},
      /its input "x" \[n, 3, 2, 2\] takes uint8/,
    ],
    "a text instead of images": [
      onnxFile({
        inputs: [{ name: "x", shape: ["n", "words"] }],
        outputs: [{ name: "y", shape: ["n", "words"] }],
        nodes: [{ type: "Relu", inputs: ["x"], output: "y" }],
      }),
      {},
      /must say how many features its input "x" \[n, words\] takes/,
    ],
    "channels that could be anywhere": [
      flattening({ name: "x", shape: ["n", 3, 2, 3] }),
      {},
      /does not show where its channels are: its input is "x" \[n, 3, 2, 3\]\. Pass layout/,
    ],
    "a size that it does not take": [
      flattening({ name: "x", shape: open }),
      { size: 3 },
      /takes images of \[n, 3, 2, 2\], but size is 3/,
    ],
    "means for other channels": [
      flattening({ name: "x", shape: open }),
      { mean: [1, 2] },
      /^onnxNetwork: mean must be a number, or one for each of 3 channels, got 2 numbers/,
    ],
    "no file at all": [Buffer.alloc(0), {}, /net\.onnx cannot be used: /],
    "a picture": [Buffer.from("89504e470d0a1a0a0000", "hex"), {}, /net\.onnx cannot be used: /],
  };
  for (const [name, [bytes, options, message]] of Object.entries(cases)) {
    it(name, async (t) => {
      await assert.rejects(onnxNetwork(written(t, bytes), options), { name: "UserError", message });
    });
  }

  it("images of another size, no images, and numbers that are not finite", async (t) => {
    const network = await onnxNetwork(written(t, flattening({ name: "x", shape: open })), { scale: 1e38 });
    await assert.rejects(network.embed({ ...images, shape: [1, 2, 4, 3] }), {
      message: /^embed: images must have the shape \[2, 2, 3\] of the net\.onnx network, got \[2, 4, 3\]/,
    });
    await assert.rejects(network.embed(images), {
      message: /^embed: net\.onnx gives Infinity for image 0\. Check the options mean and scale/,
    });
  });

  it("a missing file, and to be trained", async (t) => {
    await assert.rejects(onnxNetwork("nowhere.onnx"), {
      message: "onnxNetwork: nowhere.onnx is not a file. Check the name.",
    });
    const file = path.join(temporaryFolder(t), "own.onnx");
    await saveNetwork(mlp([3], { input: [2], seed: 1 }), file);
    const frozen = await onnxNetwork(file);
    assert.throws(() => new AGML2({ network: frozen as unknown as NetworkLike }), {
      message:
        /^AGML2: network must be a network that can be trained, got an onnxNetwork\. Compute its features/,
    });
  });

  it("everything, where onnxruntime is not installed, and says how to install it", () => {
    const hook =
      'export const resolve = (name, context, next) => { if (name !== "onnxruntime-node") return next(name, context); throw Object.assign(new Error(name), { code: "ERR_MODULE_NOT_FOUND" }); };';
    const setUp = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hook)}");`;
    const { stdout } = spawnSync(
      process.execPath,
      [
        "--import",
        `data:text/javascript,${encodeURIComponent(setUp)}`,
        "-e",
        'require("ssdml").onnxNetwork("package.json").catch((error) => console.log(error.name, error.message));',
      ],
      { encoding: "utf8" },
    );
    assert.equal(
      stdout,
      "UserError onnxNetwork needs onnxruntime, which is not installed. Run: npm install onnxruntime-node\n",
    );
  });

  it("any damaged file", async (t) => {
    const file = path.join(temporaryFolder(t), "damaged.onnx");
    await saveNetwork(mlp([3, 2], { input: [2], seed: 1 }), file);
    const whole = readFileSync(file);
    let refused = 0;
    for (let seed = 0; seed < 1000; seed++) {
      const bytes = mutate(whole, random(seed), [whole]);
      writeFileSync(file, bytes);
      try {
        const network = await onnxNetwork(file);
        await network.dispose();
      } catch (error) {
        refused++;
        assert.ok(error instanceof UserError, `seed ${seed}: ${String(error)}`);
        assert.ok(error.message.includes(file), error.message);
        assert.ok(!error.message.includes("\n"));
      }
    }
    // Weights may have any value, so some files can still be used.
    assert.ok(refused > 300, `${refused} were refused`);
  });
});
