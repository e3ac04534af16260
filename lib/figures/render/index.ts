export { drawWithin } from "./drawWithin";
export { svgToPdf } from "./svgToPdf";
export { svgToPng, type PngOptions } from "./svgToPng";
export { vegaLiteToSvg, type SvgOptions } from "./vegaLiteToSvg";
