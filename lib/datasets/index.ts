export { selectImages, type Dataset, type Images, type LabeledImages } from "./images";
export type { FetchEvent } from "../common/fetch/events";
export type { DatasetName } from "./catalog";
export type { FetchOptions, LoadOptions } from "./catalogEntry";
export { datasets, type DatasetRow } from "./datasets";
export { imagesFromArray } from "./imagesFromArray";
export { fetchDataset, loadDataset } from "./loadDataset";
export { imageFolder, imageFolderDefaults, type ImageFolderOptions } from "./pictures/imageFolder";
export {
  semiSupervisedSplit,
  splitDefaults,
  type SemiSupervisedSplit,
  type SplitOptions,
} from "./semiSupervisedSplit";
