import { check } from "../../common/errors";
import { FONT_FAMILY, fontFiles } from "./fonts";

export interface PngOptions {
  /** Pixels per unit of the SVG. Default 2. */
  scale?: number;
}

/** Draws an SVG as PNG, with the fonts of the package; pictures inside must be data URLs. */
export async function svgToPng(svg: string, { scale = 2 }: PngOptions = {}): Promise<Buffer> {
  check(
    Number.isFinite(scale) && scale > 0 && scale <= 20,
    () => `svgToPng: scale must be in (0, 20], got ${scale}. Pass 2 for screens, 4 for print.`,
  );
  const { renderAsync } = await import("@resvg/resvg-js");
  const image = await renderAsync(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: FONT_FAMILY },
  });
  return image.asPng();
}
