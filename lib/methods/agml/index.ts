export { AGML } from "./agml";
export { agmlDefaults, agmlLearningRate, type AgmlOptions, type AgmlSettings } from "./options";
