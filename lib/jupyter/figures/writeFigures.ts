import path from "node:path";
import { UserError } from "../../core";
import { pictures, writeAtomically } from "../../io/files";
import { svgToPdf, svgToPng, type SvgOptions, type UncheckedSpec } from "../../figures";
import { drawWithin } from "../../figures/render";
import type { MimeBundle, Notebook } from "../format/nbformat";
import { defaultSeconds, type ChartLimits } from "./drawCharts";
import { figuresOf, vegaLiteType } from "./figuresOf";

/** A figure in all its formats: file extension → content. */
type Formats = Record<string, string | Uint8Array>;

export interface WrittenFigures {
  /** The names of the files in the folder. */
  files: string[];
  /** One sentence for each figure that could not be drawn and for each picture missing from a chart. */
  failures: string[];
}

/**
 * Writes every figure of an executed notebook to a folder: charts as SVG, PNG and PDF, pictures in their own format. The second
 * figure of the third code cell is called `cell3-figure2`.
 *
 * @param dataFolder - The folder of the files that charts name; default: the current one. `allowRead` adds more folders.
 */
export async function writeFigures(
  notebook: Notebook,
  folder: string,
  dataFolder?: string,
  { allowRead, secondsPerChart = defaultSeconds }: ChartLimits = {},
): Promise<WrittenFigures> {
  const written: WrittenFigures = { files: [], failures: [] };
  for (const { name, bundle } of figuresOf(notebook)) {
    const onMissingPicture = (sentence: string) => written.failures.push(`${name}: ${sentence}`);
    try {
      const options = { folder: dataFolder, allowRead, onMissingPicture };
      for (const [ending, content] of Object.entries(await formatsOf(bundle, secondsPerChart, options))) {
        await writeAtomically(path.join(folder, `${name}${ending}`), [content]);
        written.files.push(`${name}${ending}`);
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      written.failures.push(`${name}: ${error.message}`);
    }
  }
  return written;
}

async function formatsOf(bundle: MimeBundle, seconds: number, options: SvgOptions): Promise<Formats> {
  if (vegaLiteType in bundle) {
    const svg = await drawWithin(seconds, bundle[vegaLiteType] as UncheckedSpec, options);
    return { ".svg": svg, ".png": await svgToPng(svg), ".pdf": await svgToPdf(svg) };
  }
  return Object.fromEntries(
    Object.entries(pictures).flatMap(([type, [ending]]) => {
      const data = bundle[type];
      if (typeof data !== "string") return [];
      return [[ending, type === "image/svg+xml" ? data : Buffer.from(data, "base64")]];
    }),
  );
}
