import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { float32 } from "../../../lib/algebra/float32";
import {
  declareCapabilities,
  engineCapabilities,
  multipliesFastAtOnce,
  undeclaredCapabilities,
} from "../../../lib/core/engine/engineCapabilities";
import { toFloat64 } from "../../../lib/core/values/matrix";
import { useEngine } from "../../../lib/engine";
import { adapters, engineNames } from "../../../lib/engine/engines";
import { knnGraph } from "../../../lib/graph";

describe("engineCapabilities", () => {
  it("are those of the engine in use", async () => {
    for (const name of ["cpu", "wasm"] as const) {
      await useEngine(name);
      assert.deepEqual(engineCapabilities(), adapters[name].capabilities);
    }
    assert.ok(multipliesFastAtOnce());
    await useEngine("cpu");
    assert.ok(!multipliesFastAtOnce());
  });

  it("hold for a declared backend that was started without useEngine", async () => {
    await useEngine("wasm");
    await tf.setBackend("cpu");
    assert.deepEqual(engineCapabilities(), adapters.cpu.capabilities);
  });

  it("say that memory is shared only where tensors can be read at once", () => {
    for (const name of engineNames) {
      const { sharesMemory, readsAtOnce } = adapters[name].capabilities;
      assert.ok(readsAtOnce || !sharesMemory, name);
    }
  });

  it("are declared as the engines behave", async () => {
    for (const name of ["cpu", "wasm"] as const) {
      await useEngine(name);
      tf.tidy(() => {
        assert.deepEqual([...tf.add(tf.tensor1d([1, 2]), 1).dataSync()], [2, 3]);
      });
      const hasOperations = "executeSingleOutput" in tf.backend();
      assert.equal(engineCapabilities().runsTensorFlowOperations, hasOperations, name);
    }
  });

  it("of cuda and tensorflow, which share a backend, differ in memory alone", () => {
    assert.equal(adapters.cuda.backend, adapters.tensorflow.backend);
    const { cuda, tensorflow } = adapters;
    assert.deepEqual({ ...cuda.capabilities, sharesMemory: true }, tensorflow.capabilities);
  });
});

describe("a backend of the user's own", () => {
  const points = Array.from({ length: 40 }, (_, i) => [Math.sin(i), Math.cos(3 * i), i % 7]);

  before(async () => {
    await useEngine("cpu");
    tf.copyRegisteredKernels("cpu", "mine");
    const Backend = tf.backend().constructor as new () => tf.KernelBackend;
    tf.registerBackend("mine", () => new Backend());
    assert.ok(await tf.setBackend("mine"));
  });
  after(async () => {
    await useEngine("cpu");
    tf.removeBackend("mine");
  });

  it("gets safe defaults: nothing is read synchronously, no operation is asked for by name", async () => {
    assert.equal(engineCapabilities(), undeclaredCapabilities);
    const a = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    const product = float32.multiply(a, a);
    const norms = float32.read(float32.rowProducts(product, product));
    assert.ok(norms instanceof Promise);
    assert.deepEqual([...Array.from(await norms)], [149, 709]);
    tf.dispose([a, product]);
  });

  it("is told how to pass a tensor", async () => {
    const tensor = tf.tensor2d(points);
    assert.throws(() => knnGraph(tensor, { k: 3 }), {
      name: "UserError",
      message:
        "knnGraph: z is a tensor of the mine engine, which can only be read asynchronously. Pass await z.array() instead.",
    });
    assert.deepEqual(
      knnGraph(await tensor.array(), { k: 3 }).neighbors,
      knnGraph(points, { k: 3 }).neighbors,
    );
    tensor.dispose();
  });

  it("is read synchronously once it is declared so", () => {
    declareCapabilities("mine", { ...undeclaredCapabilities, readsAtOnce: true });
    const tensor = tf.tensor2d([[1, 2]]);
    assert.deepEqual([...toFloat64(tensor, "x").data], [1, 2]);
    tensor.dispose();
  });
});
