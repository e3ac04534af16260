import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { matrix, pick, some } from "./choose";

const { tf } = ssdml;
const tangent = [
  [0.1, 0],
  [0, 0.2],
  [0.3, 0.1],
];
const manifolds = { grassmann: ssdml.grassmann, stiefel: ssdml.stiefel, euclidean: ssdml.euclidean };
const methods = [
  "proj",
  "retr",
  "exp",
  "inner",
  "norm",
  "transp",
  "egrad2rgrad",
  "ehess2rhess",
  "randvec",
  "rand",
  "deviation",
  "dist",
  "log",
  "invretr",
] as const;

const solverOptions = (r: ssdml.Random) =>
  some(r, {
    maxIterations: 3,
    minGradientNorm: 1e-3,
    minStepSize: 1e-6,
    seed: 2,
    signal: new AbortController().signal,
    onIteration: () => undefined,
  });
const lineSearch = (r: ssdml.Random) =>
  some(r, {
    lineSearch: pick<unknown>(r, [
      "adaptive",
      "backtracking",
      { kind: "adaptive", contraction: 0.4, maxEvaluations: 3 },
    ]),
  });

/** Manifolds, solvers, checks and losses. */
export const manifoldRecipes: Recipe[] = [
  { name: "positiveDefinite", call: ssdml.positiveDefinite, args: () => [3] },
  ...Object.entries(manifolds).map(([name, call]): Recipe => ({ name, call, args: () => [3, 2] })),
  ...Object.entries(manifolds).flatMap(([name, make]) =>
    methods.map((method): Recipe => ({
      name: `${name}.${method}`,
      call: (...args: unknown[]) => {
        const own = (make(3, 2) as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>)[
          method
        ];
        return own?.(...args);
      },
      args: ({ start }, r) => {
        const x = [0, 1, 2].map((i) => [...start.data.subarray(2 * i, 2 * i + 2)]);
        if (method === "rand") return [2];
        if (method === "randvec") return [matrix(r, x), 3];
        const count =
          {
            proj: 2,
            retr: 2,
            exp: 2,
            inner: 3,
            norm: 2,
            transp: 3,
            egrad2rgrad: 2,
            ehess2rhess: 4,
            deviation: 1,
          }[method as "proj"] ?? 2;
        const rest = ["dist", "log", "invretr"].includes(method) ? x : tangent;
        const args = [
          matrix(r, x),
          ...Array.from({ length: count - 1 }, (_, i) =>
            matrix(r, method === "transp" && i === 0 ? x : rest),
          ),
        ];
        return method === "retr" || method === "exp" ? [...args, 0.5] : args;
      },
    })),
  ),
  {
    name: "orthonormalize",
    call: ssdml.orthonormalize,
    args: (_, r) => [
      matrix(r, [
        [1, 2],
        [3, 4],
        [5, 7],
      ]),
    ],
  },
  {
    name: "principalAngles",
    call: ssdml.principalAngles,
    args: (_, r) => [
      matrix(r, [
        [1, 2],
        [3, 4],
        [5, 7],
      ]),
      matrix(r, [
        [1, 0],
        [3, 1],
        [5, 0],
      ]),
    ],
  },
  {
    name: "geodesicDistance",
    call: ssdml.geodesicDistance,
    args: (_, r) => [
      matrix(r, [
        [1, 2],
        [3, 4],
        [5, 7],
      ]),
      matrix(r, [
        [1, 0],
        [3, 1],
        [5, 0],
      ]),
    ],
  },
  ...[ssdml.checkGradient, ssdml.checkHessian].map((call): Recipe => ({
    name: call.name,
    isAsync: true,
    call,
    args: ({ manifold, problem, start }, r) => [
      manifold,
      problem,
      pick(r, [undefined, start]),
      some(r, { seed: 2 }),
    ],
  })),
  {
    name: "checkManifold",
    call: ssdml.checkManifold,
    args: ({ manifold }, r) => [manifold, some(r, { seed: 2 })],
  },
  {
    name: "checkRetraction",
    call: ssdml.checkRetraction,
    args: ({ manifold, start }, r) => [manifold, pick(r, [undefined, start]), some(r, { seed: 2 })],
  },
  ...[ssdml.conjugateGradient, ssdml.conjugateGradientSteps].map((call): Recipe => ({
    name: call.name,
    isAsync: true,
    call,
    args: ({ manifold, problem, start }, r) => [
      manifold,
      problem,
      pick(r, [undefined, start]),
      { ...solverOptions(r), ...lineSearch(r), ...some(r, { betaRule: "hager-zhang", powellRestart: 0.1 }) },
    ],
  })),
  ...[ssdml.steepestDescent, ssdml.steepestDescentSteps].map((call): Recipe => ({
    name: call.name,
    isAsync: true,
    call,
    args: ({ manifold, problem, start }, r) => [
      manifold,
      problem,
      pick(r, [undefined, start]),
      { maxIterations: 3, ...solverOptions(r), ...lineSearch(r) },
    ],
  })),
  ...[ssdml.trustRegions, ssdml.trustRegionSteps].map((call): Recipe => ({
    name: call.name,
    isAsync: true,
    call,
    args: ({ manifold, problem, start }, r) => [
      manifold,
      problem,
      pick(r, [undefined, start]),
      {
        maxIterations: 3,
        ...solverOptions(r),
        ...some(r, { maxRadius: 2, radius: 0.5, maxInnerIterations: 2 }),
      },
    ],
  })),
  {
    name: "metricProblem",
    call: ssdml.metricProblem,
    args: ({ p, q }, r) => [p, q, some(r, { alpha: 30, precision: pick(r, ["float64", "float32"]) })],
  },
  ...(["cost", "gradient", "hessian", "costAndGradient"] as const).flatMap((method) =>
    (["float64", "float32"] as const).map((precision): Recipe => ({
      name: `metricProblem.${method} ${precision}`,
      fixed: 2,
      call: (p: never, q: never, ...args: never[]) => {
        const problem = ssdml.metricProblem(p, q, { precision }) as unknown as Record<
          string,
          (...args: unknown[]) => unknown
        >;
        try {
          return problem[method](...args);
        } finally {
          problem.dispose();
        }
      },
      args: ({ p, q, start }) => [p, q, start, start],
    })),
  ),
  {
    name: "angularTripletLoss",
    call: ssdml.angularTripletLoss,
    args: ({ points, start }, r) => [
      tf.tensor2d(points),
      tf.tensor2d(points),
      tf.tensor2d(points),
      tf.tensor2d(Float32Array.from(start.data), start.shape),
      some(r, { alpha: 30, reduction: "sum" }),
    ],
  },
];
