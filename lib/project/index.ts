export { pca, pcaDefaults, type Pca, type PcaOptions } from "./pca";
export { tsne, tsneSteps, type Tsne } from "./tsne/tsne";
export {
  tsneDefaults,
  type TsneEvent,
  type TsneFinishedEvent,
  type TsneIterationEvent,
  type TsneOptions,
  type TsneStepOptions,
} from "./tsne/tsneOptions";
export {
  umap,
  umapDefaults,
  umapSteps,
  type Umap,
  type UmapEpochEvent,
  type UmapEvent,
  type UmapFinishedEvent,
  type UmapOptions,
  type UmapStepOptions,
} from "./umap";
