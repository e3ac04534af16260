import { argument, readOptions, text } from "../../core/options";
import { check, UserError } from "../../core";
import { FONT_FAMILY, fontFiles } from "./fonts";
import { withoutFiles } from "./withoutFiles";

/** More pixels would take gigabytes of memory and minutes. */
const mostPixels = 1e8;

export interface PngOptions {
  /** Pixels per unit of the SVG. Default 2. */
  scale?: number;
}

/** Renders an SVG as PNG with the fonts of the package. Pictures inside must be data URLs; others are left out. */
export async function svgToPng(svg: string, options: PngOptions = {}): Promise<Buffer> {
  const { scale } = readOptions("svgToPng", options, pngSchema);
  text.read(svg, "svgToPng: svg");
  const { renderAsync, Resvg } = await import("@resvg/resvg-js");
  const drawing = {
    fitTo: { mode: "zoom", value: scale },
    font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: FONT_FAMILY },
  } as const;
  const drawable = withoutFiles(svg, "svgToPng");
  try {
    const { width, height } = new Resvg(drawable, { font: { loadSystemFonts: false } });
    check(
      width * height * scale ** 2 <= mostPixels,
      () =>
        `svgToPng: ${width} × ${height} at scale ${scale} is more than ${mostPixels / 1e6} million pixels. Make the figure smaller, or save it as SVG or PDF.`,
    );
    return (await renderAsync(drawable, drawing)).asPng();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `svgToPng: this SVG cannot be drawn: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** The schema of the options of a PNG. */
export const pngSchema = {
  scale: {
    ...argument<number>(
      "in (0, 20]: 2 for screens, 4 for print",
      (value) => typeof value === "number" && value > 0 && value <= 20,
    ),
    default: 2,
  },
};
