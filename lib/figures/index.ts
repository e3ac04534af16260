export { Figure, type FigureOptions } from "./figure";
export { svgToPdf, svgToPng, vegaLiteToSvg, type PngOptions, type SvgOptions } from "./render";
export type { VegaLiteSpec } from "./spec";
export type { ThemeName } from "./theme";
