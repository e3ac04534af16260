export type { Affinities } from "./affinities";
export { graphDefaults } from "./defaults";
export type { KnnGraph } from "./graph";
export { initialAffinities } from "./initialAffinities";
export { knnGraph, type KnnOptions } from "./knnGraph";
export type { Labels } from "../common/labels";
export { propagateAffinities, type PropagationOptions } from "./propagateAffinities";
export type { SquareMatrix } from "./squareMatrix";
export { transitionMatrix } from "./transitionMatrix";
