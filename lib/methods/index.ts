export * from "./agml";
export * from "./classical";
export * from "./competitors";
export { deepMethods, methodName, type DeepMethodName } from "./registry";
