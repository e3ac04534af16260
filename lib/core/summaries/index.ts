export {
  datasetText,
  imagesText,
  labeledText,
  type DatasetLike,
  type ImagesLike,
  type LabeledLike,
} from "./imagesText";
export {
  metricText,
  splitText,
  tripletsText,
  type MetricLike,
  type SplitLike,
  type TripletsLike,
} from "./learningTexts";
export { matrixText, numbersText, short } from "./numbersText";
export { tensorText } from "./tensorText";
