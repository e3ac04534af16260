export { selectImages, type Dataset, type Images, type LabeledImages } from "./images";
export { loadDataset, type DatasetName } from "./loadDataset";
export {
  semiSupervisedSplit,
  splitDefaults,
  type SemiSupervisedSplit,
  type SplitOptions,
} from "./semiSupervisedSplit";
