export { extractFeatures, type ExtractEvent, type ExtractOptions } from "./extractFeatures";
