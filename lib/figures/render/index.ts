export { drawWithin } from "./drawWithin";
export { svgToPdf } from "./svgToPdf";
export { svgToPng, type PngOptions } from "./svgToPng";
export { vegaLiteToSvg, type SvgOptions } from "./vegaLiteToSvg";
export { encodePng, pngUrl, type Pixels } from "./encodePng";
export type { UncheckedSpec } from "./spec";
export { meaning } from "./theme";
