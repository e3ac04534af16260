export * as tf from "@tensorflow/tfjs-core";
export { UserError } from "./common/errors";
export type { Matrix, MatrixLike } from "./common/matrix";
export { random, type Random } from "./common/random";
export * from "./engine";
export * from "./datasets";
export * from "./networks";
export * from "./graph";
export * from "./triplets";
export * from "./manifold";
export * from "./losses";
export * from "./evaluate";
export * from "./methods";
export * from "./project";
export * from "./figures";
export {
  htmlReport,
  markdownReport,
  readReport,
  reproductionGrid,
  reproductionReport,
  runGrid,
  type CellRecord,
  type GridEvent,
  type Report,
} from "./reproduce";
export * from "./notebook/show";
export { sgd, sgdDefaults, type Sgd, type SgdOptions } from "./train/sgd";
