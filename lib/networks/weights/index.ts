export { loadCaffeWeights } from "./loadCaffeWeights";
