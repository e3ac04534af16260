export { AGML, agmlDefaults, type AgmlOptions, type AgmlSettings } from "./agml";
export * from "./agml2";
export * from "./classical";
export * from "./competitors";
export { deepMethods, type DeepMethodName } from "./registry";
