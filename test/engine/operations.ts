import * as tf from "@tensorflow/tfjs-core";
import type { EngineName } from "../../lib/engine";
import type { Random } from "../../lib/core/values/random";

/** One operation of the conformance suite. */
export interface Operation {
  name: string;
  /** The shapes of its inputs; their values are standard normal unless `sample` draws others. */
  shapes: number[][];
  run(...inputs: tf.Tensor[]): tf.Tensor;
  sample?: (noise: Random) => number;
  /** An engine that may differ, for the reason given there. */
  notOn?: EngineName;
  /** True where the operation has no gradient. */
  forwardOnly?: boolean;
}

const positive = (noise: Random) => 0.5 + noise.uniform();
const ids = (values: number[]) => tf.tensor1d(values, "int32");

const unary: Operation[] = (
  [
    ["neg", tf.neg],
    ["abs", tf.abs],
    ["square", tf.square],
    ["exp", tf.exp],
    ["relu", tf.relu],
    ["sigmoid", tf.sigmoid],
    ["softplus", tf.softplus],
    ["tanh", tf.tanh],
    ["softmax", tf.softmax],
    ["logSoftmax", tf.logSoftmax],
  ] as [string, (x: tf.Tensor) => tf.Tensor][]
).map(([name, run]) => ({ name, shapes: [[3, 5]], run }));

const positiveUnary: Operation[] = (
  [
    ["sqrt", tf.sqrt],
    ["rsqrt", tf.rsqrt],
    ["log", tf.log],
    ["log1p", tf.log1p],
    ["reciprocal", tf.reciprocal],
  ] as [string, (x: tf.Tensor) => tf.Tensor][]
).map(([name, run]) => ({ name, shapes: [[3, 5]], run, sample: positive }));

/** TensorFlow.js itself cannot differentiate these where a factor is broadcast: the library writes them out then. */
const noBroadcastGradient = ["maximum", "minimum", "squaredDifference"];

const binary: Operation[] = (
  [
    ["add", tf.add],
    ["sub", tf.sub],
    ["mul", tf.mul],
    ["div", tf.div],
    ["maximum", tf.maximum],
    ["minimum", tf.minimum],
    ["squaredDifference", tf.squaredDifference],
    ["pow", tf.pow],
  ] as [string, (a: tf.Tensor, b: tf.Tensor) => tf.Tensor][]
).flatMap(([name, run]) => [
  {
    name,
    shapes: [
      [4, 3],
      [4, 3],
    ],
    run,
    sample: positive,
  },
  {
    name: `${name}, broadcast`,
    shapes: [[2, 4, 3], [3]],
    run,
    sample: positive,
    forwardOnly: noBroadcastGradient.includes(name),
  },
]);

const reductions: Operation[] = [undefined, 0, 1, [0, 1], [0, 2]].flatMap((axis) =>
  (
    [
      ["sum", tf.sum],
      ["mean", tf.mean],
      ["max", tf.max],
      ["min", tf.min],
    ] as [string, (x: tf.Tensor, axis?: number | number[], keepDims?: boolean) => tf.Tensor][]
  ).map(([name, run]) => ({
    name: `${name} over ${axis === undefined ? "all" : `axis ${String(axis)}`}`,
    shapes: [[3, 4, 5]],
    run: (x: tf.Tensor) => run(x, axis, axis === 1),
  })),
);

const products: Operation[] = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
].flatMap(([transposeA, transposeB]) => {
  const a = transposeA ? [6, 5] : [5, 6];
  const b = transposeB ? [7, 6] : [6, 7];
  const name = `matMul ${transposeA ? "Aᵀ" : "A"}${transposeB ? "Bᵀ" : "B"}`;
  const run = (x: tf.Tensor, y: tf.Tensor) => tf.matMul(x, y, transposeA, transposeB);
  return [
    { name, shapes: [a, b], run },
    {
      name: `${name}, batched`,
      shapes: [
        [2, ...a],
        [2, ...b],
      ],
      run,
    },
  ];
});

const convolutions: Operation[] = (
  [
    ["5×5, one channel", [2, 9, 9, 1], [5, 5, 1, 4], 1, "valid"],
    ["5×5, one channel, 8 columns", [2, 9, 12, 1], [5, 5, 1, 4], 1, "valid"],
    ["5×5, padded", [2, 7, 8, 3], [5, 5, 3, 4], 1, "same"],
    ["3×3, stride 2", [3, 8, 7, 2], [3, 3, 2, 3], 2, "valid"],
    ["3×3, stride 2, padded", [2, 8, 7, 2], [3, 3, 2, 3], 2, "same"],
    ["1×1", [2, 5, 5, 4], [1, 1, 4, 6], 1, "valid"],
    ["as large as the image", [4, 4, 4, 5], [4, 4, 5, 8], 1, "valid"],
    ["40 channels", [2, 6, 6, 40], [3, 3, 40, 8], 1, "same"],
    ["in several blocks", [5, 64, 32, 8], [5, 5, 8, 1], 1, "same"],
  ] as [string, number[], number[], number, "valid" | "same"][]
).map(([name, image, filter, stride, pad]) => ({
  name: `conv2d ${name}`,
  shapes: [image, filter],
  run: (x: tf.Tensor, w: tf.Tensor) => tf.conv2d(x as tf.Tensor4D, w as tf.Tensor4D, stride, pad),
}));

/** TensorFlow knows only "valid" and "same", so the library pads by hand where a network needs another padding. */
const paddedConvolution: Operation = {
  name: "conv2d 7×7, stride 2, padded by 3",
  shapes: [
    [1, 14, 14, 3],
    [7, 7, 3, 4],
  ],
  run: (x, w) => {
    const padded = tf.pad(x as tf.Tensor4D, [
      [0, 0],
      [3, 3],
      [3, 3],
      [0, 0],
    ]);
    return tf.conv2d(padded, w as tf.Tensor4D, 2, "valid");
  },
};

/** Average pooling only without padding: there TensorFlow.js's own gradients on cpu, wasm and webgpu are wrong. */
const pools: Operation[] = (
  [
    ["maxPool 2×2", tf.maxPool, 2, 2, "valid"],
    ["maxPool 3×3, stride 2", tf.maxPool, 3, 2, "valid"],
    ["maxPool 3×3, stride 2, padded", tf.maxPool, 3, 2, "same"],
    ["maxPool 3×3, stride 1, padded", tf.maxPool, 3, 1, "same"],
    ["avgPool 2×2", tf.avgPool, 2, 2, "valid"],
    ["avgPool 3×3, stride 2", tf.avgPool, 3, 2, "valid"],
  ] as [string, typeof tf.maxPool, number, number, "valid" | "same"][]
).map(([name, pool, size, stride, pad]) => ({
  name,
  shapes: [[2, 7, 8, 3]],
  run: (x: tf.Tensor) => pool(x as tf.Tensor4D, size, stride, pad),
}));

/**
 * Black margins of digits make equal largest values common. The error goes to the first of them; on webgpu to the last, which is
 * a gradient too: where pixels are equal because their patches are, the filter's gradient is the same.
 */
const tiedPool: Operation = {
  name: "maxPool with ties",
  shapes: [[2, 6, 6, 2]],
  run: (x) => tf.maxPool(x as tf.Tensor4D, 2, 2, "valid"),
  sample: (noise) => noise.integer(2),
  notOn: "webgpu",
};

const shaping: Operation[] = [
  { name: "reshape", shapes: [[4, 6]], run: (x) => tf.reshape(x, [3, 8]) },
  { name: "transpose", shapes: [[3, 4, 5]], run: (x) => tf.transpose(x, [2, 0, 1]) },
  {
    name: "concat",
    shapes: [
      [2, 3],
      [4, 3],
    ],
    run: (a, b) => tf.concat([a, b], 0),
  },
  {
    name: "stack",
    shapes: [
      [2, 3],
      [2, 3],
    ],
    run: (a, b) => tf.stack([a, b]),
  },
  { name: "split", shapes: [[6, 3]], run: (x) => tf.sub(tf.split(x, 3)[0], tf.split(x, 3)[2]) },
  { name: "slice", shapes: [[5, 4]], run: (x) => tf.slice(x, [1, 1], [3, 2]) },
  {
    name: "pad",
    shapes: [[2, 3]],
    run: (x) =>
      tf.pad(x, [
        [1, 2],
        [0, 1],
      ]),
  },
  { name: "tile", shapes: [[2, 3]], run: (x) => tf.tile(x, [2, 2]) },
  { name: "expandDims", shapes: [[2, 3]], run: (x) => tf.expandDims(x, 1) },
  { name: "step", shapes: [[3, 5]], run: (x) => tf.step(x) },
  {
    name: "scatterND, some twice",
    shapes: [[4]],
    run: (x) => tf.scatterND(tf.tensor2d([[4], [0], [4], [2]], [4, 1], "int32"), x, [6]),
    forwardOnly: true,
  },
  { name: "gather rows, some twice", shapes: [[5, 3]], run: (x) => tf.gather(x, ids([4, 0, 4, 2])) },
  {
    name: "gather by a matrix of ids",
    shapes: [[5, 3]],
    run: (x) =>
      tf.gather(
        x,
        tf.tensor2d(
          [
            [1, 1],
            [0, 3],
          ],
          [2, 2],
          "int32",
        ),
      ),
  },
  {
    name: "unsortedSegmentSum",
    shapes: [[4, 3]],
    run: (x) => tf.unsortedSegmentSum(x, ids([2, 0, 2, 1]), 4),
    forwardOnly: true,
  },
  {
    name: "tensorScatterUpdate of a copy",
    shapes: [
      [5, 3],
      [2, 3],
    ],
    run: (x, rows) => tf.tensorScatterUpdate(tf.add(x, 0), tf.tensor2d([3, 0], [2, 1], "int32"), rows),
    forwardOnly: true,
  },
  {
    name: "reverse, quarter turns",
    shapes: [[2, 3, 3, 1]],
    run: (x) => tf.reverse(tf.transpose(x, [0, 2, 1, 3]), 1),
  },
  { name: "reverse, half turns", shapes: [[2, 3, 4, 1]], run: (x) => tf.reverse(x, [1, 2]) },
  { name: "reverse", shapes: [[3, 4]], run: (x) => tf.reverse(x, 1) },
  { name: "reverse, images mirrored", shapes: [[2, 3, 4, 3]], run: (x) => tf.reverse(x, 2) },
];

const choosing: Operation[] = [
  { name: "topk values", shapes: [[4, 9]], run: (x) => tf.topk(x, 3).values, forwardOnly: true },
  { name: "topk indices", shapes: [[4, 9]], run: (x) => tf.topk(x, 3).indices, forwardOnly: true },
  { name: "argMax", shapes: [[4, 9]], run: (x) => tf.argMax(x, 1), forwardOnly: true },
  { name: "argMin", shapes: [[4, 9]], run: (x) => tf.argMin(x, 1), forwardOnly: true },
  { name: "oneHot", shapes: [[1]], run: () => tf.oneHot(ids([1, 0, 3]), 4), forwardOnly: true },
  {
    name: "oneHot with none",
    shapes: [[1]],
    run: () => tf.oneHot(ids([1, -1, 3]), 4),
    forwardOnly: true,
  },
  {
    name: "equal",
    shapes: [[3, 4]],
    run: (x) => tf.cast(tf.equal(x, tf.max(x)), "float32"),
    forwardOnly: true,
  },
  {
    name: "greater",
    shapes: [
      [3, 4],
      [3, 4],
    ],
    run: (a, b) => tf.cast(tf.greater(a, b), "float32"),
    forwardOnly: true,
  },
  {
    name: "where",
    shapes: [
      [2, 2],
      [2, 2],
    ],
    run: (a, b) =>
      tf.where(
        tf.tensor2d(
          [
            [true, false],
            [false, true],
          ],
          [2, 2],
          "bool",
        ),
        a,
        b,
      ),
  },
  { name: "clipByValue", shapes: [[3, 4]], run: (x) => tf.clipByValue(x, -0.5, 0.5) },
];

const composed: Operation[] = [
  { name: "norm", shapes: [[4, 5]], run: (x) => tf.norm(x, 2, 1, true) },
  { name: "logSumExp", shapes: [[4, 5]], run: (x) => tf.logSumExp(x, 1) },
  { name: "l2 normalisation", shapes: [[4, 5]], run: (x) => tf.div(x, tf.norm(x, 2, 1, true)) },
  {
    name: "local response normalisation",
    shapes: [[1, 3, 3, 7]],
    run: (x) => tf.localResponseNormalization(x as tf.Tensor4D, 2, 1, 2e-5, 0.75),
  },
  {
    name: "biased convolution layer",
    shapes: [[2, 6, 6, 2], [3, 3, 2, 4], [4]],
    run: (x, w, b) => tf.relu(tf.add(tf.conv2d(x as tf.Tensor4D, w as tf.Tensor4D, 1, "valid"), b)),
  },
];

/** Every operation that the library uses. A module that needs another one adds it here. */
export const operations: Operation[] = [
  ...unary,
  ...positiveUnary,
  ...binary,
  ...reductions,
  ...products,
  ...convolutions,
  paddedConvolution,
  ...pools,
  tiedPool,
  ...shaping,
  ...choosing,
  ...composed,
];
