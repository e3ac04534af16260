import { createHash } from "node:crypto";
import { anything, describeValue, listOf, optional, readOptions } from "../core/options";
import { check } from "../core/errors";
import type { DatasetName } from "../datasets";
import { deepMethods, type DeepMethodName } from "../methods";
import { scales, scaleSettings, type ScaleName, type ScaleSettings } from "./scales";

const datasets = ["mnist", "fashion-mnist", "cifar10"] as const satisfies DatasetName[];

/** The paper's ablation, by the name of its row: AGML whose L may be any matrix. */
export const ABLATION = "AGML without orthogonality";

/** The paper's tables that can be reproduced. The row "Initial" needs no run of its own: every run evaluates it too. */
export const tables = Object.freeze({
  table1: {
    title: "Table 1: deep versions of semi-supervised methods",
    datasets,
    methods: ["Deep-LRML", "Deep-SERAPH", "Deep-ISDML", "Deep-APLLR", "Deep-APIT", "AGML"],
  },
  table4: {
    title: "Table 4: AGML with and without orthogonality",
    datasets,
    methods: [ABLATION, "AGML"],
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
  /** The name of the paper's row. */
  method: TableMethod;
  seed: number;
}

export interface GridOptions {
  /** Default "quick". */
  scale?: ScaleName | undefined;
  /** Default all of the table's. */
  datasets?: readonly string[] | undefined;
  /** Default all of the table's. */
  methods?: readonly string[] | undefined;
  /** Runs the seeds 1 to this number. Default 3. */
  seeds?: number | undefined;
}

export const gridDefaults = Object.freeze({ scale: "quick", seeds: 3 } as const);

const gridSchema = {
  scale: { ...anything<string>(), default: gridDefaults.scale },
  datasets: optional(listOf<string>(anything(), "an array of data sets")),
  methods: optional(listOf<string>(anything(), "an array of methods")),
  seeds: { ...anything<number>(), default: gridDefaults.seeds },
};

/**
 * The runs that make up a table of the paper, ordered by seed.
 *
 * @example reproductionGrid("table1", { datasets: ["mnist"], seeds: 1 }); // 6 cells
 */
export function reproductionGrid(table: TableName, options: GridOptions = {}): GridCell[] {
  const given = readOptions("reproductionGrid", options, gridSchema);
  const { seeds } = given;
  oneOf("table", Object.keys(tables), table);
  oneOf("scale", Object.keys(scales), given.scale);
  const scale = given.scale as ScaleName;
  check(
    Number.isInteger(seeds) && seeds >= 1 && seeds <= 1000,
    () => `reproduce: seeds must be a whole number in [1, 1000], got ${describeValue(seeds)}.`,
  );
  const chosenDatasets = chosen("dataset", tables[table].datasets, given.datasets);
  const chosenMethods = chosen<TableMethod>("methods", tables[table].methods, given.methods);
  return Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    chosenDatasets.flatMap((dataset) =>
      chosenMethods.map((method) => makeCell(table, scale, dataset, method, seed)),
    ),
  );
}

/** The method that a row of a table trains. */
export function deepMethodOf({ method }: Pick<GridCell, "method">): DeepMethodName {
  return method === ABLATION ? "AGML" : method;
}

function makeCell(
  table: TableName,
  scale: ScaleName,
  dataset: DatasetName,
  method: TableMethod,
  seed: number,
): GridCell {
  const { options, ...amount } = scaleSettings(scale, dataset, method);
  const run = {
    dataset,
    method,
    seed,
    ...amount,
    options: { ...options, seed, ...(deepMethodOf({ method }) !== method && { orthogonal: false }) },
  };
  // Includes the method's defaults, so that a version with other defaults does not reuse these results. JSON turns Infinity into null,
  // so it is written as "all".
  const { settings } = new deepMethods[deepMethodOf({ method })](run.options);
  const text = JSON.stringify({ ...run, settings }, (_, value: unknown) =>
    value === Infinity ? "all" : value,
  );
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const id = [dataset, ...method.toLowerCase().split(" "), seed, mark].join("-");
  return { id, table, scale, ...run };
}

function chosen<Name extends string>(
  word: string,
  known: readonly Name[],
  asked: readonly string[] | undefined,
): readonly Name[] {
  if (asked === undefined || asked.length === 0) return known;
  for (const name of asked) oneOf(word, known, name);
  return known.filter((name) => asked.includes(name));
}

function oneOf(word: string, known: readonly string[], name: unknown): void {
  check(
    known.includes(name as string),
    () =>
      `reproduce: ${word} must be one of ${known.join(", ")}; got ${describeValue(name)}.${name === "Initial" ? " Every run includes Initial." : ""}`,
  );
}
