export { compare, type CompareOptions, type Comparison } from "./compare";
export { imageGrid, type ImageGridOptions } from "./imageGrid";
export { matrixFormula, type MatrixFormulaOptions, type ShownMatrix } from "./matrixFormula";
export { memoryReport, type MemoryReport } from "./memoryReport";
export { resultFrame } from "./resultFrame";
export { showTraining, type TrainingLog } from "./showTraining";
