export * from "./agml";
export * from "./classical";
export * from "./competitors";
export { deepMethods, type DeepMethodName } from "./registry";
