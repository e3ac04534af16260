import path from "node:path";
import { inspect } from "node:util";
import {
  anyNumber,
  argument,
  describeValue,
  readOptions,
  recordOf,
  oneOf,
  optional,
  path as pathName,
  text,
} from "../../core/options";
import { check, UserError } from "../../core";
import { writeAtomically } from "../../io/files";
import { interactivePage } from "../render/page";
import { svgToPdf } from "../render/svgToPdf";
import { pngSchema, svgToPng, type PngOptions } from "../render/svgToPng";
import { accessSchema, vegaLiteToSvg, type SvgOptions } from "../render/vegaLiteToSvg";
import { SCHEMA, type FigureContent, type Row, type VegaLiteSpec } from "../render/spec";
import { themeConfig, type ThemeName } from "../render/theme";

/** Options that every figure takes. */
export interface FigureOptions {
  /** One line above the figure; `null` for none, as in papers, which have captions. */
  title?: string | null | undefined;
  /** Width of the plot, or of each panel, in pixels, without axes and legends. */
  width?: number | undefined;
  /** Height of the plot in pixels. */
  height?: number | undefined;
  /** Default "light". */
  theme?: ThemeName | undefined;
}

/** The files that a figure may read: those in `folder`, by default the current one, and in the folders of `allowRead`. */
export type FigureAccess = Pick<SvgOptions, "folder" | "allowRead">;
const drawingSchema = { ...pngSchema, ...accessSchema };

/** The schema of the options that every figure takes. */
export const figureSchema = {
  title: optional(
    argument<string | null>(
      "a text, or null for none",
      (value) => value === null || typeof value === "string",
    ),
  ),
  width: optional(anyNumber),
  height: optional(anyNumber),
  theme: oneOf<ThemeName>(["light", "dark"], { default: "light" }),
};

/**
 * A chart: a Vega-Lite specification that shows itself in a notebook and saves itself as SVG, PNG, PDF, HTML or JSON. It is immutable;
 * `withTheme` returns a new one.
 *
 * @example
 * const figure: Figure = embeddingScatter(x, classes);
 * await figure.withTheme("dark").save("out/embedding.svg");
 */
export class Figure {
  readonly spec: VegaLiteSpec;
  readonly theme: ThemeName;

  /**
   * @param content the specification with its data, but without schema and colors
   * @param summary what it shows, in one line
   */
  constructor(
    private readonly content: FigureContent | Row,
    private readonly summary: string,
    theme: ThemeName = "light",
  ) {
    recordOf("a Vega-Lite specification without data elsewhere", {}).read(content, "Figure: content");
    text.read(summary, "Figure: summary");
    this.theme = figureSchema.theme.read(theme, "Figure: theme");
    this.spec = { $schema: SCHEMA, ...(content as FigureContent), config: themeConfig(theme) };
  }

  withTheme(theme: ThemeName): Figure {
    return new Figure(this.content, this.summary, theme);
  }

  toSvg(access: FigureAccess = {}): Promise<string> {
    return vegaLiteToSvg(this.spec, access);
  }

  async toPng(options: PngOptions & FigureAccess = {}): Promise<Buffer> {
    const { scale, ...access } = readOptions("figure.toPng", options, drawingSchema);
    return svgToPng(await this.toSvg(access), { scale });
  }

  async toPdf(access: FigureAccess = {}): Promise<Buffer> {
    return svgToPdf(await this.toSvg(access));
  }

  /** A page with tooltips, zoom and selections that works offline. */
  async toHtml(): Promise<string> {
    jsonText(this.spec);
    return interactivePage(this.spec, this.summary);
  }

  /**
   * Writes the figure in the format of the file's extension: .svg .png .pdf .html .json. Creates missing folders. Files that the
   * specification names are read from the current folder, unless `folder` and `allowRead` name others.
   */
  async save(file: string, options: PngOptions & FigureAccess = {}): Promise<void> {
    pathName.read(file, "figure.save: file");
    const { scale, ...access } = readOptions("figure.save", options, drawingSchema);
    const formats: Record<string, () => Promise<string | Uint8Array>> = {
      ".svg": () => this.toSvg(access),
      ".png": () => this.toPng({ scale, ...access }),
      ".pdf": () => this.toPdf(access),
      ".html": () => this.toHtml(),
      ".json": () => Promise.resolve(`${jsonText(this.spec)}\n`),
    };
    const ending = path.extname(file).toLowerCase();
    check(
      Object.hasOwn(formats, ending),
      () =>
        `figure.save: the file must end in ${Object.keys(formats).join(", ")}, got ${describeValue(file)}. Give it one of these endings.`,
    );
    await writeAtomically(file, [await formats[ending]()]);
  }

  /** What a notebook shows: the interactive chart if it can, else the picture. */
  async [Symbol.for("Jupyter.display")](): Promise<Record<string, unknown>> {
    return {
      "application/vnd.vegalite.v5+json": this.spec,
      "image/png": (await this.toPng()).toString("base64"),
      "text/plain": this.toString(),
    };
  }

  toString(): string {
    return `Figure: ${this.summary}`;
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** A specification as JSON, which cannot hold cycles or big integers. */
function jsonText(spec: VegaLiteSpec): string {
  try {
    return JSON.stringify(spec, null, 2);
  } catch (error) {
    throw new UserError(
      `figure: its specification cannot be written as JSON: ${error instanceof Error ? error.message.split("\n")[0] : "it cannot be read"}.`,
    );
  }
}
