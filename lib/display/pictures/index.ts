export { heatmap } from "./heatmap";
export { imageStrip } from "./imageStrip";
export { encodePng, type Picture } from "./picture";
