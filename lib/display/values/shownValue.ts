import { escapeHtml, htmlTable } from "../../core/html";
import {
  datasetText,
  imagesText,
  labeledText,
  matrixText,
  metricText,
  splitText,
  tripletsText,
  type ImagesLike,
} from "../../core/summaries";
import { heatmap, type Picture } from "../pictures";
import { datasetHtml, imageElement, imagesPicture } from "./classPictures";
import { recordsBundle } from "./recordTable";
import { recognize } from "./recognize";

type Bundle = Record<string, unknown>;

/** How a notebook shows the library's plain records: a line, with a picture or a table where it helps. Undefined for other values. */
export function shownValue(value: object): Bundle | Promise<Bundle> | undefined {
  const known = recognize(value);
  switch (known?.kind) {
    case undefined:
      return undefined;
    case "dataset":
      return { "text/html": datasetHtml(known.value), "text/plain": datasetText(known.value) };
    case "labeled":
      return pictured(labeledText(known.value), imagesPicture(known.value.images));
    case "images":
      return pictured(imagesText(known.value), imagesPicture(known.value));
    case "matrix":
      return pictured(matrixText(known.value), matrixPicture(known.value));
    case "metric":
      return pictured(metricText(known.value), matrixPicture(known.value.matrix));
    case "split":
      return { "text/plain": splitText(known.value) };
    case "triplets":
      return { "text/plain": tripletsText(known.value) };
    case "rows":
      return rowsBundle(known.value);
    case "records":
      return recordsBundle(known.value);
  }
}

function pictured(line: string, picture: Picture | undefined): Bundle {
  if (!picture) return { "text/plain": line };
  return {
    "text/html": `<div><small>${escapeHtml(line)}</small>${imageElement(picture)}</div>`,
    "text/plain": line,
  };
}

/** Smaller matrices are not drawn, larger ones not read, and longer ones would be a line. */
const [leastDrawn, mostDrawn, longest] = [16, 5_000_000, 20];

function matrixPicture({ data, shape }: ImagesLike): Picture | undefined {
  // A heatmap has at most 256 rows and columns.
  const [rows, columns] = shape.map((extent) => Math.min(extent, 256));
  const isLine = Math.max(rows, columns) > longest * Math.min(rows, columns);
  return isLine || data.length < leastDrawn || data.length > mostDrawn
    ? undefined
    : heatmap(data, shape[0], shape[1]);
}

/** Result rows as the table of `resultFrame`. Loaded here, because a kernel starts faster without it. */
async function rowsBundle(rows: readonly object[]): Promise<Bundle> {
  const { resultTable, resultText } = await import("../../evaluate/index.js");
  const given = rows as Parameters<typeof resultTable>[0];
  const records = resultTable(given);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cells = records.map((record) => columns.map((column) => String(record[column] ?? "–")));
  return { "text/html": htmlTable(columns, cells), "text/plain": resultText(given) };
}
