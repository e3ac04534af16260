import assert from "node:assert/strict";
import { describe, it } from "node:test";
import vm from "node:vm";
import * as tf from "@tensorflow/tfjs-core";
import { isArray, isList, isNumberArray, isRecord, isTensor } from "../../../lib/core/options";
import { useEngine } from "../../../lib/engine";

const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

describe("kinds of values", () => {
  it("tell real lists from what only looks like one", () => {
    const foreign: unknown = vm.runInNewContext("[1, 2]");
    for (const list of [[], foreign, new Proxy([1], {})]) assert.ok(isArray(list) && isList(list));
    for (const list of [new Float32Array(1), new Uint8ClampedArray(2)])
      assert.ok(isNumberArray(list) && isList(list) && !isArray(list));
    for (const other of [{ length: 1e9 }, "ab", new BigInt64Array(1), new DataView(new ArrayBuffer(8)), null])
      assert.ok(!isList(other));
  });

  it("tell records from lists, functions and nothing", () => {
    for (const record of [{}, Object.create(null), new Map()]) assert.ok(isRecord(record));
    for (const other of [[], new Float32Array(1), () => 1, null, undefined, "a"]) assert.ok(!isRecord(other));
  });

  it("do not touch a revoked Proxy, which throws at every access", () => {
    for (const proxy of [revoked({}), revoked([])])
      for (const test of [isArray, isList, isRecord, isTensor]) assert.ok(!test(proxy));
  });

  it("know tensors", async () => {
    await useEngine("cpu");
    const tensor = tf.scalar(1);
    assert.ok(isTensor(tensor) && !isTensor({ shape: [], dtype: "float32" }));
    tensor.dispose();
  });
});
