export { after, type Algebra, type Awaitable, type Matrix64, type Numbers, type Retraction } from "./algebra";
export { float32 } from "./float32";
export { float64 } from "./float64";
export { matrixExponential } from "./matrixExponential";
export { multiply, multiplyTranspose, transpose, transposeMultiply } from "./multiply";
export { solve } from "./solve";
export {
  addRidge,
  fromEigen,
  generalizedEigen,
  inverseOf,
  logDetDivergence,
  logDeterminant,
  positivePart,
  raisedEigen,
  spectralMap,
  traceOf,
} from "./spectral";
export { symmetricEigen } from "./symmetricEigen";
export { thinQr } from "./thinQr";
export { thinSvd } from "./thinSvd";
export { combine, frobeniusNorm, innerProduct } from "./vectorSpace";
