import { UserError } from "../../core";
import type { ReadAccess } from "../../io/files";
import { drawWithin } from "../../figures/render";
import type { UncheckedSpec } from "../../figures";
import type { Cell, MimeBundle, Notebook } from "../format/nbformat";
import { imageUrl } from "../html/imageUrl";
import { figuresOf, vegaLiteType } from "./figuresOf";

export interface DrawnCharts {
  notebook: Notebook;
  /** One sentence for each chart that could not be drawn and for each picture missing from a chart. */
  failures: string[];
}

/** Which files the charts of a notebook may read, and how long each may take. */
export interface ChartLimits extends Pick<ReadAccess, "allowRead"> {
  /** Default 60. */
  secondsPerChart?: number;
}

export const defaultSeconds = 60;

/**
 * A copy of a notebook for viewers that cannot draw charts: adds a picture to each chart without one. Kernels send no picture if the
 * data of a chart are in files. Files are read from `folder` and the folders of `allowRead` only.
 */
export async function drawCharts(
  notebook: Notebook,
  folder: string,
  { allowRead, secondsPerChart = defaultSeconds }: ChartLimits = {},
): Promise<DrawnCharts> {
  const drawn = new Map<MimeBundle, string>();
  const failures: string[] = [];
  for (const { name, bundle } of figuresOf(notebook)) {
    if (!(vegaLiteType in bundle) || "text/html" in bundle || imageUrl(bundle) !== undefined) continue;
    const onMissingPicture = (sentence: string) => failures.push(`${name}: ${sentence}`);
    try {
      const options = { folder, allowRead, onMissingPicture };
      drawn.set(bundle, await drawWithin(secondsPerChart, bundle[vegaLiteType] as UncheckedSpec, options));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push(`${name}: ${error.message}`);
    }
  }
  return {
    notebook: { ...notebook, cells: notebook.cells.map((cell) => withPictures(cell, drawn)) },
    failures,
  };
}

function withPictures(cell: Cell, drawn: Map<MimeBundle, string>): Cell {
  if (cell.cell_type !== "code") return cell;
  const outputs = cell.outputs.map((output) => {
    const svg = "data" in output ? drawn.get(output.data) : undefined;
    return "data" in output && svg !== undefined
      ? { ...output, data: { ...output.data, "image/svg+xml": svg } }
      : output;
  });
  return { ...cell, outputs };
}
