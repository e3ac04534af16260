import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { matrix, numbers, some } from "./choose";

const classical = {
  LRML: ssdml.LRML,
  ISDML: ssdml.ISDML,
  SERAPH: ssdml.SERAPH,
  APLLR: ssdml.APLLR,
  APIT: ssdml.APIT,
};
const needsGraph = (name: string) => (name === "SERAPH" ? {} : { k: 3 });

/** Classical metrics. */
export const classicalRecipes: Recipe[] = [
  ...Object.entries(classical).flatMap(([name, Learner]): Recipe[] => [
    {
      name,
      call: (options: never) => new Learner(options),
      args: (_, r) => [{ ...needsGraph(name), ...some(r, { seed: 2, maxPairs: 50 }) }],
    },
    {
      name: `${name}.fit`,
      isAsync: true,
      call: async (options: never, ...args: [never, never, never]) => new Learner(options).fit(...args),
      args: ({ points, labels }, r) => [
        needsGraph(name),
        matrix(r, points),
        numbers(r, labels),
        some(r, { signal: new AbortController().signal, onEvent: () => undefined }),
      ],
    },
    {
      name: `${name}.steps`,
      isAsync: true,
      call: async function* (options: never, ...args: [never, never, never]) {
        yield* new Learner(options).steps(...args);
      },
      args: ({ points, labels }, r) => [
        needsGraph(name),
        matrix(r, points),
        numbers(r, labels),
        some(r, { signal: new AbortController().signal }),
      ],
    },
  ]),
  {
    name: "LRML.transform",
    fixed: 1,
    call: (model: ssdml.LRML, x: never) => model.transform(x),
    args: ({ classical, points }, r) => [classical, matrix(r, points)],
  },
  {
    name: "LRML.save",
    fixed: 1,
    isAsync: true,
    call: (model: ssdml.LRML, file: never) => model.save(file),
    args: ({ classical }) => [classical, "again.safetensors"],
  },
  {
    name: "LRML.load",
    isAsync: true,
    call: (file: never) => ssdml.LRML.load(file),
    args: () => ["lrml.safetensors"],
  },
  {
    name: "itml",
    call: ssdml.itml,
    args: ({ points, labels }, r) => [
      matrix(r, points),
      numbers(r, labels),
      some(r, {
        slack: 0.5,
        upperPercentile: 10,
        lowerPercentile: 90,
        maxIterations: 9,
        tolerance: 0.1,
        maxPairs: 40,
        seed: 2,
      }),
    ],
  },
  {
    name: "itml pairs",
    call: ssdml.itml,
    args: ({ points }, r) => [
      matrix(r, points),
      {
        similar: [
          [0, 2],
          [1, 3],
        ],
        dissimilar: [[0, 1]],
      },
      {},
    ],
  },
  {
    name: "kissme",
    call: ssdml.kissme,
    args: ({ points, labels }, r) => [
      matrix(r, points),
      numbers(r, labels),
      some(r, { ridge: 0.5, maxPairs: 40, seed: 2 }),
    ],
  },
  {
    name: "lpp",
    call: ssdml.lpp,
    args: ({ points }, r) => [
      matrix(r, points),
      some(r, { dimensions: 1, k: 3, weights: "heat", ridge: 0.1 }),
    ],
  },
];
