import { anyNumber, readOptions, text } from "../../common/arguments";
import { check, UserError } from "../../common/errors";
import { FONT_FAMILY, fontFiles } from "./fonts";

export interface PngOptions {
  /** Pixels per unit of the SVG. Default 2. */
  scale?: number;
}

/** Draws an SVG as PNG, with the fonts of the package; pictures inside must be data URLs. */
export async function svgToPng(svg: string, options: PngOptions = {}): Promise<Buffer> {
  const scale = readPngOptions("svgToPng", options);
  text.read(svg, "svgToPng: svg");
  const { renderAsync } = await import("@resvg/resvg-js");
  const image = await renderAsync(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: FONT_FAMILY },
  }).catch((error: unknown) => {
    throw new UserError(
      `svgToPng: svg cannot be drawn: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  return image.asPng();
}

/** The scale of a PNG. `caller` is for error texts. */
export function readPngOptions(caller: string, options: PngOptions): number {
  const { scale } = readOptions(caller, options, { scale: { ...anyNumber, default: 2 } });
  check(
    Number.isFinite(scale) && scale > 0 && scale <= 20,
    () => `svgToPng: scale must be in (0, 20], got ${scale}. Pass 2 for screens, 4 for print.`,
  );
  return scale;
}
