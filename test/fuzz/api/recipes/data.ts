import path from "node:path";
import { types } from "node:util";
import * as ssdml from "ssdml";
import { isList } from "../../../../lib/core/options";
import { CallbackError } from "../garbage";
import type { Recipe } from "../recipes";
import { numbers, pick, some } from "./choose";

const fixtures = path.join(
  path.dirname(require.resolve("ssdml/package.json")),
  "test",
  "fixtures",
  "features",
);

/** Data sets, engines, reproduction and what notebooks show. */
export const dataRecipes: Recipe[] = [
  { name: "engines", isAsync: true, call: ssdml.engines, args: () => [] },
  { name: "useEngine", isAsync: true, onlyWrong: true, call: ssdml.useEngine, args: () => ["cpu"] },
  {
    name: "selectImages",
    call: ssdml.selectImages,
    args: ({ images }, r) => [images, numbers(r, [3, 0, 1])],
  },
  { name: "datasets", call: ssdml.datasets, args: () => [] },
  {
    name: "loadFeatures",
    isAsync: true,
    call: ssdml.loadFeatures,
    args: (_, r) => [
      pick(
        r,
        ["csv", "tsv.gz", "parquet", "feather"].map((kind) => path.join(fixtures, `x.${kind}`)),
      ),
      { label: pick(r, ["species", 6, -2]), name: "file", ...some(r, { features: ["x1", 2], header: true }) },
    ],
  },
  {
    name: "featureDataset",
    call: ssdml.featureDataset,
    args: (_, r) => [
      {
        features: { data: Float32Array.from({ length: 12 }, (_, i) => i), shape: [6, 2] },
        labels: Int32Array.of(0, 1, 2, 0, 1, 2),
        classNames: ["a", "b", "c"],
        names: [],
        featureNames: [],
      },
      some(r, { test: pick(r, ["classes", 0.3, 0]), seed: 2, name: "x" }),
    ],
  },
  {
    name: "imagesFromArray",
    call: ssdml.imagesFromArray,
    args: ({ images }, r) =>
      pick<unknown[]>(r, [
        [
          [
            [
              [1, 2],
              [3, 4],
            ],
          ],
        ],
        [images.data, images.shape],
        [images.data, [16, 4, 4]],
      ]),
  },
  {
    name: "fetchDataset",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.fetchDataset,
    args: (_, r) =>
      ["mnist", some(r, { folder: "nowhere", signal: AbortSignal.abort(new CallbackError("stop")) })].slice(
        0,
        2,
      ),
  },
  {
    name: "extractFeatures",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.extractFeatures,
    args: ({ network }) => ["nowhere", network, { out: "x.safetensors" }],
  },
  {
    name: "loadDataset",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.loadDataset,
    args: () => ["mnist", { folder: "nowhere", size: 20, onProgress: () => undefined }],
  },
  {
    name: "imageFolder",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.imageFolder,
    args: (_, r) => [
      "nowhere",
      some(r, {
        test: 0.5,
        seed: 2,
        size: 8,
        channels: 1,
        fit: "cover",
        broken: "error",
        decoder: "built-in",
        labels: pick<unknown>(r, ["labels.csv", false, { file: "image", label: "kind" }]),
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
    ],
  },
  {
    name: "semiSupervisedSplit",
    call: ssdml.semiSupervisedSplit,
    args: ({ classes }, r) => [
      numbers(r, classes),
      { labeledPerClass: 2, ...some(r, { validation: 0.2, seed: 2 }) },
    ],
  },
  {
    name: "htmlReport",
    call: ssdml.htmlReport,
    args: ({ report, svg }, r) => [report, pick(r, [undefined, svg])],
  },
  {
    name: "markdownReport",
    call: ssdml.markdownReport,
    args: ({ report }, r) => [report, pick(r, [undefined, "figure.svg"])],
  },
  {
    name: "readReport",
    call: ssdml.readReport,
    args: (_, r) => [
      "table4",
      some(r, { scale: "quick", datasets: ["mnist"], methods: ["AGML"], seeds: 1 }),
      "nowhere",
    ],
  },
  {
    name: "reproductionGrid",
    call: ssdml.reproductionGrid,
    args: (_, r) => [
      pick(r, ["table1", "table4"]),
      { seeds: 1, ...some(r, { scale: "smoke", datasets: ["mnist"], methods: ["AGML"] }) },
    ],
  },
  {
    name: "reproductionReport",
    call: ssdml.reproductionReport,
    args: ({ cells, records }) => [cells, records],
  },
  {
    name: "runGrid",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.runGrid,
    args: ({ cells, records }) => [
      { cells, folder: "grid", engine: "cpu", jobs: 1, runTask: () => Promise.resolve(records[1]) },
    ],
  },
  {
    name: "imageGrid",
    call: ssdml.imageGrid,
    args: ({ images }, r) => [
      images,
      some(r, { positions: [1, 2], title: "Images", columns: 3, most: 5, scale: 2 }),
    ],
  },
  {
    name: "matrixFormula",
    call: ssdml.matrixFormula,
    args: ({ plane }, r) => ["A", plane.slice(0, 4), some(r, { digits: 2 })],
  },
  { name: "memoryReport", call: ssdml.memoryReport, args: () => [] },
  { name: "resultFrame", isAsync: true, call: ssdml.resultFrame, args: ({ rows }) => [rows] },
  {
    name: "showTraining",
    isAsync: true,
    call: (events: unknown) =>
      ssdml.showTraining((isList(events) ? stream(events as unknown[]) : events) as never),
    args: ({ events }) => [events],
  },
];

/** A run that yields these events. A revoked proxy cannot even be yielded. */
async function* stream(events: readonly unknown[]) {
  await Promise.resolve();
  for (const event of events) if (!types.isProxy(event)) yield event;
}
