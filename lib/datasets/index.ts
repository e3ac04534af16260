export type { Dataset, Images, LabeledImages, SkippedPicture } from "./images/images";
export { selectImages } from "./images/selectImages";
export { readImages, readImagesForm, readSomeImages, type ImagesLike } from "./images/readImages";
export type { FetchEvent } from "../io/download";
export { catalog, type DatasetName } from "./catalog";
export type { FetchOptions, LoadOptions } from "./files/catalogEntry";
export { datasets, type DatasetRow } from "./datasets";
export { imagesFromArray } from "./images/imagesFromArray";
export { fetchDataset, loadDataset } from "./loadDataset";
export { fetchPretrained, pretrainedFile, pretrainedNames, type PretrainedName } from "./pretrained";
export { loadFeatures, type FeatureOptions, type Features } from "./features/loadFeatures";
export {
  checkFeatureDataset,
  featureDataset,
  hasFeatures,
  nameOfFile,
  testPart,
  type FeatureDataset,
  type FeatureDatasetOptions,
  type LabeledFeatures,
} from "./features/featureDataset";
export { embeddingsFile, writeEmbeddings, type NamedEmbeddings } from "./embeddings/writeEmbeddings";
export { imageFolder, imageFolderDefaults, type ImageFolderOptions } from "./pictures/imageFolder";
export { pictureClasses, pictureName } from "./pictures/pictureClasses";
export { pictureFiles, picturesOf, type FolderPicture, type PicturesOptions } from "./pictures/picturesOf";
export {
  semiSupervisedSplit,
  splitDefaults,
  splitSchema,
  type SemiSupervisedSplit,
  type SplitOptions,
} from "./semiSupervisedSplit";
export { checkDataset } from "./images/checkDataset";
export { checkImagesForm } from "./images/checkImages";
