import path from "node:path";
import { inspect } from "node:util";
import { check } from "../common/errors";
import { writeAtomically } from "../common/files/writeAtomically";
import { interactivePage } from "./render/page";
import { svgToPdf } from "./render/svgToPdf";
import { svgToPng, type PngOptions } from "./render/svgToPng";
import { vegaLiteToSvg, type SvgOptions } from "./render/vegaLiteToSvg";
import { SCHEMA, type SpecPart, type VegaLiteSpec } from "./spec";
import { themeConfig, type ThemeName } from "./theme";

/** Options that every figure takes. */
export interface FigureOptions {
  /** One line over the figure. `null` for none, as under a paper's caption. */
  title?: string | null;
  /** Width of the plot in pixels, without axes and legends; of one panel where there are several. */
  width?: number;
  /** Height of the plot in pixels. */
  height?: number;
  /** Default "light". */
  theme?: ThemeName;
}

/** Which files a figure may read when it is drawn: those in `folder`, by default the current one, and in the folders of `allowRead`. */
export type FigureAccess = Pick<SvgOptions, "folder" | "allowRead">;

/**
 * A chart: a Vega-Lite specification that shows itself in a notebook and saves itself as SVG, PNG, PDF, HTML or JSON. It never changes;
 * `withTheme` gives another one.
 *
 * @example await embeddingScatter(xy, labels).withTheme("dark").save("out/embedding.pdf");
 */
export class Figure {
  readonly spec: VegaLiteSpec;
  readonly theme: ThemeName;

  /**
   * @param content the specification without schema and colours, its data inside
   * @param summary what it shows, in one line
   */
  constructor(
    private readonly content: SpecPart,
    private readonly summary: string,
    theme: ThemeName = "light",
  ) {
    check(
      theme === "light" || theme === "dark",
      () => `Figure: theme must be "light" or "dark", got ${JSON.stringify(theme)}.`,
    );
    this.theme = theme;
    this.spec = { $schema: SCHEMA, ...content, config: themeConfig(theme) };
  }

  withTheme(theme: ThemeName): Figure {
    return new Figure(this.content, this.summary, theme);
  }

  toSvg(access: FigureAccess = {}): Promise<string> {
    return vegaLiteToSvg(this.spec, access);
  }

  async toPng(options: PngOptions & FigureAccess = {}): Promise<Buffer> {
    return svgToPng(await this.toSvg(options), options);
  }

  async toPdf(access: FigureAccess = {}): Promise<Buffer> {
    return svgToPdf(await this.toSvg(access));
  }

  /** A page that works without a network, with tooltips, zoom and selections. */
  toHtml(): Promise<string> {
    return interactivePage(this.spec, this.summary);
  }

  /**
   * Writes the figure in the format of the file's ending: .svg .png .pdf .html .json. Missing folders are created. A specification that
   * names files is drawn from those in the current folder, unless `folder` and `allowRead` name others.
   */
  async save(file: string, options: PngOptions & FigureAccess = {}): Promise<void> {
    const formats: Record<string, () => Promise<string | Uint8Array>> = {
      ".svg": () => this.toSvg(options),
      ".png": () => this.toPng(options),
      ".pdf": () => this.toPdf(options),
      ".html": () => this.toHtml(),
      ".json": () => Promise.resolve(`${JSON.stringify(this.spec, null, 2)}\n`),
    };
    const ending = path.extname(file).toLowerCase();
    check(
      Object.hasOwn(formats, ending),
      () =>
        `figure.save: the file must end in ${Object.keys(formats).join(", ")}, got ${JSON.stringify(file)}. Give it one of these endings.`,
    );
    await writeAtomically(file, [await formats[ending]()]);
  }

  /** What a notebook shows: the live chart where it can, else the picture. */
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
