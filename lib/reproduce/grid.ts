import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  about,
  argument,
  describeValue,
  listOf,
  oneOf,
  optional,
  path,
  readOptions,
  text,
  wholeNumber,
} from "../core/options";
import { check } from "../core";
import type { DatasetName } from "../datasets";
import { isFile } from "../io/files";
import { deepMethods, type DeepMethodName } from "../methods";
import { newDefaults, type DeepLearnerClass } from "../train";
import { fineGrainedDatasets, isFineGrained } from "./fineGrained";
import { loadMethod } from "./loadMethod";
import { ABLATION } from "./paperSettings";
import { scales, scaleSettings, type ScaleName, type ScaleSettings } from "./scales";

const datasets = ["mnist", "fashion-mnist", "cifar10"] as const satisfies DatasetName[];
const methods = [
  "Deep-LRML",
  "Deep-SERAPH",
  "Deep-ISDML",
  "Deep-APLLR",
  "Deep-APIT",
  "AGML",
  "AGML2",
] as const;

/** The paper's tables that can be reproduced. The row "Initial" needs no run of its own: every run evaluates it too. */
export const tables = Object.freeze({
  table1: {
    title: "Table 1: deep versions of semi-supervised methods",
    datasets,
    methods,
  },
  table2: {
    title: "Table 2: the same on fine-grained data, from features of GoogLeNet",
    datasets: fineGrainedDatasets,
    methods,
  },
  table3: {
    title: "Table 3: unsupervised methods on fine-grained data, from features of GoogLeNet",
    datasets: fineGrainedDatasets,
    methods: ["DeepCluster", "Synthetic", "AGML", "AGML2"],
  },
  table4: {
    title: "Table 4: AGML with and without orthogonality",
    datasets,
    methods: [ABLATION, "AGML"],
  },
  table5: {
    title: "Table 5: methods that learn from labeled examples alone",
    datasets: [...fineGrainedDatasets, ...datasets],
    methods: ["Triplet", "Angular", "AGML", "AGML2"],
  },
} as const);

export type TableName = keyof typeof tables;
export type TableMethod = (typeof tables)[TableName]["methods"][number];

/** One run of a table: everything that determines its numbers, except the engine. */
export interface GridCell extends ScaleSettings {
  /** The name of the run's folder. It depends on all settings, including the method's defaults, but not on the table. */
  id: string;
  table: TableName;
  scale: ScaleName;
  dataset: DatasetName;
  /** The name of the row: the paper's, or that of a method in a file. */
  method: string;
  /** The file of a method that is not one of ours. */
  file?: string;
  /** The file of the features that it learns from in place of images, and the hash of its bytes. */
  features?: { file: string; hash: string };
  seed: number;
}

export interface GridOptions {
  /** Default "quick". */
  scale?: ScaleName | undefined;
  /** Default all of the table's. */
  datasets?: readonly string[] | undefined;
  /** Default all of the table's; none of them where `files` are given. */
  methods?: readonly string[] | undefined;
  /** Files of methods of your own, such as ./mine.ts, as further rows. */
  files?: readonly string[] | undefined;
  /** The folder with the features for table2: cub200.safetensors and cars196.safetensors, written by `ssdml features`. Default "features". */
  features?: string | undefined;
  /** Runs the seeds 1 to this number. Default 3. */
  seeds?: number | undefined;
}

export const gridDefaults = Object.freeze({ scale: "quick", seeds: 3, features: "features" } as const);

export const gridSchema = {
  scale: about("the schedule", oneOf(Object.keys(scales) as ScaleName[], { default: gridDefaults.scale })),
  datasets: about(
    "data sets; by default all of the table's",
    optional(listOf(oneOf([...datasets, ...fineGrainedDatasets]))),
  ),
  methods: about("methods; by default all of the table's", optional(listOf(text, "an array of methods"))),
  files: about("files of methods of your own", optional(listOf(path, "an array of files"))),
  features: about(
    "folder with cub200.safetensors and cars196.safetensors of ssdml features, for table2",
    argument<string>("the name of a folder", (value) => typeof value === "string" && value !== "", {
      default: gridDefaults.features,
    }),
  ),
  seeds: about(
    "runs the seeds 1 to this number",
    wholeNumber({ min: 1, max: 1000, default: gridDefaults.seeds }),
  ),
};

const tableName = oneOf(Object.keys(tables) as TableName[]);

/**
 * The runs that make up a table of the paper, ordered by seed.
 *
 * @example reproductionGrid("table1", { datasets: ["mnist"], seeds: 1 }).length; // → 7
 */
export function reproductionGrid(table: TableName, options: GridOptions = {}): GridCell[] {
  const { scale, seeds, features, ...given } = readOptions("reproductionGrid", options, gridSchema);
  tableName.read(table, "reproductionGrid: table");
  const chosenDatasets = chosen("datasets", tables[table].datasets, given.datasets);
  const ownMethods = (given.files ?? []).map((file) => ({ method: loadMethod(file).methodName, file }));
  const onlyOwn = ownMethods.length > 0 && given.methods === undefined;
  const known = onlyOwn ? [] : chosen<TableMethod>("methods", tables[table].methods, given.methods);
  const chosenMethods: Pick<GridCell, "method" | "file">[] = [
    ...known.map((method) => ({ method })),
    ...ownMethods,
  ];
  const sources = withFeatures(chosenDatasets, features, given.datasets !== undefined);
  return Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    sources.flatMap((source) => chosenMethods.map((row) => makeCell(table, scale, source, row, seed))),
  );
}

/** The data sets with the features of fine-grained ones. Those without a file are left out unless they were `asked` for. */
function withFeatures(
  datasets: readonly DatasetName[],
  folder: string,
  asked: boolean,
): Pick<GridCell, "dataset" | "features">[] {
  const fileOf = (dataset: DatasetName) => join(folder, `${dataset}.safetensors`);
  const isThere = (dataset: DatasetName) => !isFineGrained(dataset) || isFile(fileOf(dataset));
  const missing = datasets.find((dataset) => !isThere(dataset));
  check(
    missing === undefined || (!asked && datasets.some(isThere)),
    () =>
      `reproductionGrid: the features of ${missing} are not there. Write them with ssdml features --images DIR --out ${fileOf(missing!)} (docs/fine-grained.md), or name the folder that holds ${missing}.safetensors.`,
  );
  return datasets.filter(isThere).map((dataset) => {
    if (!isFineGrained(dataset)) return { dataset };
    const file = fileOf(dataset);
    const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    return { dataset, features: { file, hash } };
  });
}

/** The method that a row of a table trains. */
export function deepMethodOf({
  method,
  file,
}: Pick<GridCell, "method" | "file">): DeepMethodName | DeepLearnerClass {
  if (file !== undefined) return loadMethod(file);
  return method === ABLATION ? "AGML" : (method as DeepMethodName);
}

function makeCell(
  table: TableName,
  scale: ScaleName,
  { dataset, features }: Pick<GridCell, "dataset" | "features">,
  row: Pick<GridCell, "method" | "file">,
  seed: number,
): GridCell {
  const { method } = row;
  const { options, ...amount } = scaleSettings(scale, dataset, method);
  const run = {
    dataset,
    ...row,
    seed,
    ...amount,
    options: { ...options, seed, ...(method === ABLATION && { orthogonal: false }) },
  };
  const cell = { table, scale, ...run, ...(features && { features }) };
  return { id: cellId(cell), ...cell };
}

/**
 * The id of a cell: readable words and a hash of everything that determines its numbers. It includes the method's defaults, so that a
 * version with other defaults does not reuse results.
 */
export function cellId(cell: Omit<GridCell, "id">): string {
  const { dataset, method, file, features, seed, images, labeledPerClass, leading, options } = cell;
  const chosen = deepMethodOf(cell);
  const Method = (typeof chosen === "string" ? deepMethods[chosen] : chosen) as DeepLearnerClass;
  const { settings, parts } = new Method(options);
  // JSON turns Infinity into null, so it is written as "all".
  const content = JSON.stringify(
    {
      ...{ dataset, method, seed, images, labeledPerClass, leading, options },
      ...(features && { features: features.hash }),
      settings: withoutNewDefaults(settings),
      ...(file !== undefined && { parts }),
    },
    (_, value: unknown) => (value === Infinity ? "all" : value),
  );
  const mark = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const words = method
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, " ")
    .trim()
    .split(" ");
  return [dataset, ...words, seed, mark].join("-");
}

/** The settings as earlier versions knew them, where the new ones have their defaults: their results are reused. */
function withoutNewDefaults(settings: object): object {
  const isNew = ([name, value]: [string, unknown]) =>
    Object.hasOwn(newDefaults, name) && newDefaults[name as keyof typeof newDefaults] === value;
  return Object.fromEntries(Object.entries(settings).filter((entry) => !isNew(entry)));
}

function chosen<Name extends string>(
  word: string,
  known: readonly Name[],
  asked: readonly string[] | undefined,
): readonly Name[] {
  if (asked === undefined || asked.length === 0) return known;
  for (const name of asked) {
    check(
      known.includes(name as Name),
      () =>
        `reproductionGrid: ${word} must be some of ${known.join(", ")}; got ${describeValue(name)}.${name === "Initial" ? " Every run includes Initial." : ""}`,
    );
  }
  return known.filter((name) => asked.includes(name));
}
