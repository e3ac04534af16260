import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-cpu";
import { describeValue } from "../../../lib/core/options";

describe("describeValue", () => {
  it("shows short values as they are written", () => {
    const cases: [unknown, string][] = [
      [undefined, "undefined"],
      [null, "null"],
      [NaN, "NaN"],
      [0.5, "0.5"],
      ["10", '"10"'],
      [10n, "10n"],
      [Symbol("s"), "Symbol(s)"],
      [[1, "a"], '[1,"a"]'],
      [[], "[]"],
      [{}, "an empty object"],
      [{ a: 1, b: 2 }, "an object with a, b"],
      [new Map(), "a Map"],
      [new Error("x"), "an Error"],
      [Promise.resolve(), "a promise"],
      [new Float32Array(3), "a Float32Array of 3 values"],
      [new Array(1e9), "an array of 1000000000 values"],
      [[[1], [2]], "an array of 2 values"],
      [() => 1, "a function"],
    ];
    for (const [value, words] of cases) assert.equal(describeValue(value), words);
  });

  it("cuts long texts, keys and numbers", () => {
    for (const value of ["x".repeat(1e6), { ["k".repeat(1e6)]: 1 }, 10n ** 5000n, Symbol("s".repeat(1e6))])
      assert.ok(describeValue(value).length < 90);
  });

  it("names a tensor by its shape, and says when it was disposed", () => {
    const tensor = tf.zeros([2, 3]);
    assert.equal(describeValue(tensor), "a tensor of shape [2,3]");
    tensor.dispose();
    assert.equal(describeValue(tensor), "a disposed tensor of shape [2,3]");
  });

  it("never throws", () => {
    const throws = () => {
      throw new Error("no");
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const values = [
      proxy,
      new Proxy([], { get: throws, getPrototypeOf: throws, ownKeys: throws }),
      Object.defineProperty({}, "constructor", { get: throws }),
      Object.defineProperty({ a: 1 }, "a", { get: throws }),
      Object.create(null),
      cyclic,
      [cyclic],
    ];
    for (const value of values) assert.equal(typeof describeValue(value), "string");
  });
});
