export type { Affinities } from "./propagation/affinities";
export { graphDefaults } from "./defaults";
export type { KnnGraph } from "./knn/graph";
export { initialAffinities } from "./propagation/initialAffinities";
export { knnGraph, type KnnOptions } from "./knn/knnGraph";
export type { Labels } from "../core/values/labels";
export { propagateAffinities, type PropagationOptions } from "./propagation/propagateAffinities";
export type { SquareMatrix } from "./squareMatrix";
export { transitionMatrix } from "./propagation/transitionMatrix";
