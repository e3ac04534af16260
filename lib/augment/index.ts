export { augment, augmentationList, type Augmentation } from "./augmentation";
export { crop, flip, resizedCrop, rotate, scale, shift } from "./geometry";
export { grayscale, hue, saturation } from "./color";
export type { Motion } from "./motion";
export { brightness, contrast, erase } from "./pixels";
export { quarterTurns, turns } from "./quarterTurns";
