export { augment, augmentationList, type Augmentation } from "./augmentation";
export { crop, flip, rotate, scale, shift } from "./geometry";
export type { Motion } from "./motion";
export { brightness, contrast, erase } from "./pixels";
