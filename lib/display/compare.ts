import type { DataFrame } from "danfojs-node";
import { check, printsAs } from "../core";
import { escapeHtml } from "../core/html";
import { describeValue, isRecord, isTensor, readOptions, text } from "../core/options";
import { isFrame, type MatrixLike } from "../core/values";
import {
  evaluateFor,
  evaluationRows,
  evaluationSchema,
  resultText,
  type EvaluationOptions,
  type ResultRow,
} from "../evaluate";
import { methodComparison, type Figure } from "../figures";
import type { Labels } from "../graph";
import { DISPLAY, type Bundle } from "./notebookDisplay";
import { resultFrame } from "./resultFrame";
import { shownValue } from "./values";

export interface CompareOptions extends EvaluationOptions {
  /** The name of the data in the table and the figure. The paper's numbers are drawn beside it if it is one of its data sets. Default "data". */
  dataset?: string;
}

export interface Comparison {
  /** Tidy rows, as in `results.json`. */
  rows: ResultRow[];
  /** One line per method, in percent. */
  table: DataFrame;
  figure: Figure;
}

const compareSchema = { ...evaluationSchema, dataset: { ...text, default: "data" } };

/**
 * Evaluates several embeddings of the same points, such as those of two models, and shows them side by side.
 *
 * @param embeddings - Each method's embeddings, [n, l], by its name.
 *
 * @example
 * const firstAxis = x.map(([a]) => [a]);
 * const { table } = await compare({ "both axes": x, "first axis": firstAxis }, classes, { recallAt: [1, 2] });
 * table.columns; // → ["dataset", "method", "seeds", "NMI", "R@1", "R@2", "MAP@R", "R-precision"]
 */
export async function compare(
  embeddings: Readonly<Record<string, MatrixLike>>,
  labels: Labels,
  options: CompareOptions = {},
): Promise<Comparison> {
  const { dataset, seed, metrics, recallAt } = readOptions("compare", options, compareSchema);
  check(
    isRecord(embeddings) && !isMatrixLike(embeddings) && Object.keys(embeddings).length > 0,
    () =>
      `compare: embeddings must be { name: embeddings, … }, such as { Initial: before, AGML2: after }; got ${describeValue(embeddings)}.`,
  );
  const asked = { ...options };
  delete asked.dataset;
  const rows: ResultRow[] = [];
  for (const [method, x] of Object.entries(embeddings)) {
    const found = await evaluateFor(`compare: ${method}`, x, labels, asked);
    rows.push(...evaluationRows(found).map((row) => ({ dataset, method, seed, ...row })));
  }
  const drawn = (["nmi", "recall", "mapAtR", "rPrecision"] as const)
    .filter((metric) => metrics.includes(metric))
    .slice(0, 2);
  const figure = methodComparison(rows, { metrics: drawn, k: recallAt[0] });
  const say = () => resultText(rows);
  const comparison = { rows: printsAs(say, rows), table: await resultFrame(rows), figure };
  return printsAs(say, Object.defineProperty(comparison, DISPLAY, { value: () => shown(rows, figure) }));
}

/** Whether it is one method's embeddings without its name: a tensor, `{ data, shape }` or a frame. */
const isMatrixLike = (value: object) => isTensor(value) || isFrame(value) || "shape" in value;

/** The table and, below it, the figure. */
async function shown(rows: ResultRow[], figure: Figure): Promise<Bundle> {
  const table = await shownValue(rows);
  const picture = Buffer.from(await figure.toSvg()).toString("base64");
  const image = `<img src="data:image/svg+xml;base64,${picture}" alt="${escapeHtml(String(figure))}" style="max-width: 100%">`;
  return { ...table, "text/html": `${String(table?.["text/html"])}${image}` };
}
