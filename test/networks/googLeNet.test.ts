import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { embed, googLeNet, rmac, traceNetwork } from "../../lib/networks";
import { temporaryFolder } from "../support/temporary";
import { caffeModel, onnxFile, type Stored } from "./weights/storedFiles";

const root = path.join(__dirname, "..", "..", "..");
const reference = JSON.parse(
  readFileSync(path.join(root, "test", "fixtures", "googLeNet", "activations.json"), "utf8"),
) as { height: number; width: number; shape: number[]; means: number[]; largest: number[] };

/** The numbers of `noise` in test/fixtures/googLeNet/make.py. */
function noise(count: number, stream: number): Float32Array {
  const start = Math.imul(stream, 0x9e3779b1);
  return Float32Array.from({ length: count }, (_, i) => {
    let h = Math.imul(start + i, 2654435761);
    h ^= h >>> 15;
    h = Math.imul(h, 2246822519);
    h ^= h >>> 13;
    return (h >>> 0) / 2 ** 31 - 1;
  });
}

/** Name, channels, filters and size of every layer, in Caffe's order. */
function layerShapes(): [string, number, number, number][] {
  const blocks: Record<string, number[]> = {
    "3a": [192, 64, 96, 128, 16, 32, 32],
    "3b": [256, 128, 128, 192, 32, 96, 64],
    "4a": [480, 192, 96, 208, 16, 48, 64],
    "4b": [512, 160, 112, 224, 24, 64, 64],
    "4c": [512, 128, 128, 256, 24, 64, 64],
    "4d": [512, 112, 144, 288, 32, 64, 64],
    "4e": [528, 256, 160, 320, 32, 128, 128],
    "5a": [832, 256, 160, 320, 32, 128, 128],
    "5b": [832, 384, 192, 384, 48, 128, 128],
  };
  return [
    ["conv1/7x7_s2", 3, 64, 7],
    ["conv2/3x3_reduce", 64, 64, 1],
    ["conv2/3x3", 64, 192, 3],
    ...Object.entries(blocks).flatMap(
      ([block, [channels, one, threeBy, three, fiveBy, five, pool]]): [string, number, number, number][] => [
        [`inception_${block}/1x1`, channels, one, 1],
        [`inception_${block}/3x3_reduce`, channels, threeBy, 1],
        [`inception_${block}/3x3`, threeBy, three, 3],
        [`inception_${block}/5x5_reduce`, channels, fiveBy, 1],
        [`inception_${block}/5x5`, fiveBy, five, 5],
        [`inception_${block}/pool_proj`, channels, pool, 1],
      ],
    ),
  ];
}

const layers: Stored[] = layerShapes().map(([name, channels, filters, size], i) => {
  const scale = Math.fround(Math.sqrt(6 / (channels * size * size)));
  return {
    name,
    shape: [filters, channels, size, size],
    filter: noise(filters * channels * size * size, 2 * i + 1).map((value) => value * scale),
    bias: noise(filters, 2 * i + 2).map((value) => value * Math.fround(0.1)),
  };
});

function weightsFile(t: TestContext, name: string, bytes: Uint8Array): string {
  const file = path.join(temporaryFolder(t), name);
  writeFileSync(file, bytes);
  return file;
}

describe("googLeNet", () => {
  before(() => useEngine("wasm"));

  it("computes what onnxruntime does, on a picture of odd size", (t) => {
    const { height, width, shape, means, largest } = reference;
    const weights = weightsFile(t, "weights.onnx", onnxFile(layers));
    let mapShape: number[] = [];
    const over = (kind: "mean" | "max") => (x: tf.Tensor) => {
      mapShape = x.shape;
      return tf[kind](x, [1, 2]);
    };
    const pixels = noise(height * width * 3, 0).map((value) => Math.floor((value + 1) * 128));
    for (const [kind, expected] of [
      ["mean", means],
      ["max", largest],
    ] as const) {
      const network = googLeNet({ weights, pooling: over(kind), input: [64, 64, 3] });
      tf.tidy(() => {
        const z = network.forward(tf.tensor4d(pixels, [1, height, width, 3])).dataSync();
        assert.deepEqual(mapShape, [1, shape[1], shape[2], shape[0]]);
        // Embeddings have length one.
        const length = Math.hypot(...expected);
        expected.forEach((value, c) => {
          assert.ok(
            Math.abs(z[c] * length - value) < 1e-4 * Math.max(...expected),
            `${kind} of channel ${c}`,
          );
        });
      });
      network.dispose();
    }
  });

  it("reads the same weights from each kind of file", (t) => {
    const files = [
      weightsFile(t, "a.onnx", onnxFile(layers)),
      weightsFile(t, "b.onnx", onnxFile(layers, { raw: false })),
      weightsFile(t, "a.caffemodel", caffeModel(layers)),
      weightsFile(t, "b.caffemodel", caffeModel(layers, true)),
      manifest(t),
    ];
    const [first, ...others] = files.map((weights) => {
      const network = googLeNet({ weights, input: [32, 32, 3] });
      const values = Object.values(network.parameters).map((parameter) => parameter.dataSync());
      network.dispose();
      return values;
    });
    assert.equal(first.length, 114);
    for (const values of others) assert.deepEqual(values, first);
  });

  it("says what is wrong with a file, and leaves no tensor behind", (t) => {
    const folder = temporaryFolder(t);
    const write = (name: string, bytes: Uint8Array | string) => {
      const file = path.join(folder, name);
      writeFileSync(file, bytes);
      return file;
    };
    const whole = onnxFile(layers);
    const renamed = layers.map((layer) => ({ ...layer, name: layer.name.replace("4c/5x5", "4x/5x5") }));
    const nan = layers.map((layer, i) => (i === 5 ? { ...layer, bias: layer.bias.map(() => NaN) } : layer));
    const before = tf.memory().numTensors;
    for (const [weights, problem] of [
      [path.join(folder, "none.onnx"), /googLeNet: cannot read .*none\.onnx: there is no such file/],
      [
        write("cut.onnx", whole.subarray(0, whole.length - 1000)),
        /cut\.onnx cannot be read: it is no file of weights, or it was cut off/,
      ],
      [
        write("empty.caffemodel", ""),
        /empty\.caffemodel must have the layer conv1\/7x7_s2 with 9408 weights and 64 biases, got no such layer/,
      ],
      [write("other.onnx", onnxFile(renamed)), /must have the layer inception_4c\/5x5_reduce/],
      [
        write("nan.onnx", onnxFile(nan)),
        /nan\.onnx is damaged: its layer .* has weights that are not numbers/,
      ],
      [write("text.json", "{}"), /text\.json cannot be read: it has no layers/],
    ] as const)
      assert.throws(() => googLeNet({ weights }), problem);
    assert.throws(
      () => googLeNet({ input: [20, 20, 3] }),
      /input must be \[height, width, 3\] of at least 32 × 32 pixels/,
    );
    assert.throws(() => googLeNet({ pooling: 3 as never }), /pooling must be a layer such as rmac/);
    assert.equal(tf.memory().numTensors, before);
  });

  it("takes images of any size, and is differentiable in all of its weights", () => {
    const network = googLeNet({ pooling: rmac({ levels: 2 }), input: [32, 32, 3], seed: 2 });
    const images = new Uint8Array(noise(40 * 64 * 3, 7).map((value) => (value + 1) * 127));
    const z = embed(network, { data: images, shape: [1, 40, 64, 3] });
    assert.deepEqual(z.shape, [1, 1024]);
    tf.tidy(() => {
      const batch = tf.tensor4d(Float32Array.from(images), [1, 40, 64, 3]);
      const trace = traceNetwork(network, batch);
      const gradients = trace.gradients(tf.ones([1, 1024]));
      assert.deepEqual(Object.keys(gradients).sort(), Object.keys(network.parameters).sort());
      // A step along a gradient changes Σ z by its length, to first order.
      const key = Object.keys(gradients).find((each) => each.endsWith("branch3/filter2"))!;
      const direction = gradients[key];
      const sum = () => tf.sum(network.forward(batch)).dataSync()[0];
      const parameter = network.parameters[key];
      const step = 1e-3 / (tf.norm(direction).dataSync()[0] || 1);
      const start = parameter.clone();
      parameter.assign(tf.add(start, tf.mul(direction, step)));
      const after = sum();
      parameter.assign(tf.sub(start, tf.mul(direction, step)));
      const slope = (after - sum()) / (2 * step);
      parameter.assign(start);
      const expected = tf.sum(tf.square(direction)).dataSync()[0];
      assert.ok(Math.abs(slope - expected) < 0.05 * expected, `${slope} is not ${expected}`);
      trace.dispose();
    });
    z.dispose();
    network.dispose();
  });
});

/** The weights as one .bin file, filters as [filters, height, width, channels], with a manifest beside it. */
function manifest(t: TestContext): string {
  const folder = path.join(temporaryFolder(t), "weights");
  mkdirSync(folder);
  let offset = 0;
  const parts: Float32Array[] = [];
  const add = (numbers: Float32Array) => {
    parts.push(numbers);
    offset += numbers.byteLength;
    return offset - numbers.byteLength;
  };
  const listed = layers.map(({ name, shape: [filters, channels, height, width], filter, bias }) => {
    const turned = new Float32Array(filter.length);
    let at = 0;
    for (let f = 0; f < filters; f++)
      for (let p = 0; p < height * width; p++)
        for (let c = 0; c < channels; c++) turned[at++] = filter[(f * channels + c) * height * width + p];
    return {
      name,
      filterShape: [filters, height, width, channels],
      filterOffset: add(turned),
      biasOffset: add(bias),
      biasLength: bias.length,
    };
  });
  writeFileSync(
    path.join(folder, "weights.bin"),
    Buffer.concat(parts.map((part) => Buffer.from(part.buffer))),
  );
  const file = path.join(folder, "manifest.json");
  writeFileSync(file, JSON.stringify({ layers: listed }));
  return file;
}
