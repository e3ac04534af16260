export { cifarNetwork } from "./cifarNetwork";
export { embed, type EmbedOptions } from "./embed";
export { imageTensor } from "./imageTensor";
export { mnistNetwork, type NetworkOptions } from "./mnistNetwork";
export type { Network, Trace } from "./network";
export { asTheyAre, subtractMean, type Preprocessing } from "./preprocessing";
export { whiten } from "./whitening";
export { loadNetwork, saveNetwork, type MakeNetwork } from "./parameters";
