export { selectImages, type Dataset, type Images, type LabeledImages } from "./images/images";
export type { FetchEvent } from "../io/download";
export { catalog, type DatasetName } from "./catalog";
export type { FetchOptions, LoadOptions } from "./files/catalogEntry";
export { datasets, type DatasetRow } from "./datasets";
export { imagesFromArray } from "./images/imagesFromArray";
export { fetchDataset, loadDataset } from "./loadDataset";
export { imageFolder, imageFolderDefaults, type ImageFolderOptions } from "./pictures/imageFolder";
export {
  semiSupervisedSplit,
  splitDefaults,
  splitSchema,
  type SemiSupervisedSplit,
  type SplitOptions,
} from "./semiSupervisedSplit";
export { checkDataset } from "./images/checkDataset";
export { checkImages, checkImagesForm, checkSomeImages } from "./images/checkImages";
