export { centerRows } from "./centerRows";
export {
  classesOf,
  isSeries,
  readGroups,
  readLabels,
  readNamedGroups,
  readNamedLabels,
  type Labels,
  type NamedLabels,
  type SeriesLike,
  standsForNone,
} from "./labels";
export {
  isFrame,
  toFloat32,
  toFloat64,
  toFloats,
  toFloatsLater,
  toTensor,
  type FrameLike,
  type Matrix,
  type MatrixLike,
} from "./matrix";
export { readPoints, readPointsLater } from "./points";
export { random, type Random } from "./random";
export { unitRows } from "./unitRows";
