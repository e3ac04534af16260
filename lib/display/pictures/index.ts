export { heatmap } from "./heatmap";
export { imageStrip } from "./imageStrip";
export { dataUrl, encodePng, type Picture } from "./picture";
