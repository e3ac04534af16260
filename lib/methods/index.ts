export { AGML, agmlDefaults, agmlSchema, type AgmlOptions, type AgmlSettings } from "./agml";
export * from "./agml2";
export * from "./classical";
export * from "./competitors";
export { deepMethods, methodName, type DeepMethodName } from "./registry";
export { suggestLabels, type SuggestLabelsOptions } from "./suggestLabels";
