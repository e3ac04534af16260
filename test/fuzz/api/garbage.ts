import { tf } from "ssdml";
import type { Random } from "../../../lib/core/values/random";

/** What the callbacks and getters of the fuzzer throw: it must pass through unchanged. */
export class CallbackError extends Error {
  override readonly name = "CallbackError";
}

const thrower = () => {
  throw new CallbackError("thrown by the fuzzer's callback");
};

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { name: "cyclic" };
  value.self = value;
  return value;
}

function disposed(): unknown {
  const tensor = tf.tensor2d([[1, 2]]);
  tensor.dispose();
  return tensor;
}

/** Values that are wrong almost everywhere, each made anew. Tensors among them belong to the case. */
const makers: readonly (() => unknown)[] = [
  ...[undefined, null, NaN, Infinity, -Infinity, -1, 0, -0, 1, 1.5, 29, 1e9, 2 ** 31, 2 ** 53, 1e308].map(
    (value) => () => value,
  ),
  ...["", "10", "x", "__proto__", "constructor", "\0", "é".repeat(300)].map((value) => () => value),
  () => "x".repeat(1e6),
  () => true,
  () => false,
  () => 10n,
  () => Symbol("s"),
  () => [],
  () => ({}),
  () => [[]],
  () => [1, 2],
  () => [[1, 2], [3]],
  () => ["a"],
  () => [["a", "b"]],
  () => [["1", "2"]],
  () => [[1n, 2n]],
  () => [null],
  () => [undefined],
  () => [NaN],
  () => [[NaN, 1]],
  () => [[[1]]],
  () => [Symbol("s")],
  () => ({ length: 1e9 }),
  () => ({ length: -1 }),
  () => ({ length: 3 }),
  () => ({ length: 2, 0: 1, 1: 2 }),
  () => ({ data: "x", shape: "y" }),
  () => ({ data: [], shape: [0, 0] }),
  () => ({ data: [1, 2, 3, 4], shape: [2, 2] }),
  () => ({ data: ["a", "b"], shape: [1, 2] }),
  () => ({ data: new Float32Array(4), shape: [2 ** 31, 2 ** 31] }),
  () => ({ data: { length: 4 }, shape: [2, 2] }),
  () => ({ data: new Float32Array(4), shape: [-2, -2] }),
  () => ({ shape: [2, 2] }),
  () => ({ kind: "epoch" }),
  () => new Float32Array(0),
  () => Float32Array.of(NaN, 1),
  () => Int32Array.of(-1, 0, 1),
  () => new BigInt64Array(3),
  () => new DataView(new ArrayBuffer(4)),
  () => new ArrayBuffer(4),
  () => Buffer.from("text"),
  () => new Map([[1, 2]]),
  () => new Set([1]),
  () => new Date(NaN),
  () => /x/,
  () => new Error("an error as a value"),
  () => new Array<unknown>(1e9),
  () => Object.assign(new Array<unknown>(1e9), { 0: 0 }),
  () => thrower,
  () => () => undefined,
  () => Promise.resolve([]),
  () => revoked({}),
  () => revoked([]),
  () => new Proxy({}, {}),
  () => new Proxy([1, 2], {}),
  () => new Proxy({}, { get: thrower }),
  () => Object.defineProperty({}, "shape", { get: thrower, enumerable: true, configurable: true }),
  () => Object.create(null) as unknown,
  cyclic,
  () => tf.scalar(1),
  () => tf.tensor1d([1, 2, 3]),
  () => tf.tensor2d([[NaN, 1]]),
  () => tf.tensor2d([[1, 2]], undefined, "int32"),
  () => tf.zeros([2, 2, 2]),
  () => tf.zeros([0, 2]),
  () => tf.tensor(["a", "b"]),
  disposed,
  () => AbortSignal.abort(new CallbackError("aborted by the fuzzer")),
  () => ({ aborted: true }),
];

/** A random wrong value; `defined`: not undefined. */
export function garbage(random: Random, defined = false): unknown {
  const from = defined ? 1 : 0;
  return makers[from + random.integer(makers.length - from)]();
}
