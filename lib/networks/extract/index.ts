export { extractFeatures, type ExtractEvent, type ExtractOptions } from "./extractFeatures";
export { extractorOf, type Extractor } from "./extractor";
export { extractRows, keyOf, type ExtractedRows, type RowEvent } from "./extractRows";
