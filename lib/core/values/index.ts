export { centerRows } from "./centerRows";
export { classesOf, readGroups, readLabels, type Labels } from "./labels";
export {
  toFloat32,
  toFloat64,
  toFloats,
  toFloatsLater,
  toTensor,
  type Matrix,
  type MatrixLike,
} from "./matrix";
export { readPoints, readPointsLater } from "./points";
export { random, type Random } from "./random";
export { unitRows } from "./unitRows";
