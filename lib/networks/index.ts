export { embed, imageTensor, type EmbedOptions } from "./embed";
export { mnistNetwork, type NetworkOptions } from "./mnistNetwork";
export type { Network } from "./network";
