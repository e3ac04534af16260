import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { matrix, pick, some } from "./choose";

/** Search among embeddings, and networks from .onnx files. */
export const searchRecipes: Recipe[] = [
  {
    name: "searchIndex",
    call: ssdml.searchIndex,
    args: ({ points }, r) => [matrix(r, points), some(r, { names: points.map((_, i) => `${i}.jpg`) })],
  },
  {
    name: "searchIndex.nearest",
    fixed: 1,
    call: (index: ssdml.SearchIndex, query: never, k: never) => index.nearest(query, k),
    args: ({ points }, r) => [
      ssdml.searchIndex(points),
      pick<unknown>(r, [points[0], points.slice(0, 2)]),
      pick(r, [1, 3, 100]),
    ],
  },
  {
    name: "loadSearchIndex",
    isAsync: true,
    call: ssdml.loadSearchIndex,
    args: () => ["index.safetensors"],
  },
  {
    name: "onnxNetwork",
    isAsync: true,
    call: ssdml.onnxNetwork,
    args: (_, r) => [
      "model.onnx",
      some(r, {
        output: "embeddings",
        layout: "nhwc",
        size: [4, 4],
        mean: 1,
        scale: [0.5],
        colors: "bgr",
        normalize: false,
      }),
    ],
  },
  {
    name: "tfjsNetwork",
    isAsync: true,
    call: ssdml.tfjsNetwork,
    args: (_, r) => [
      "model.json",
      some(r, { output: "embeddings", size: [4, 4], mean: 1, scale: [0.5], colors: "bgr", normalize: false }),
    ],
  },
];
