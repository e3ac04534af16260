export { engineNames, type Engine, type EngineName, type EngineRow } from "./adapters/engine";
export { engines } from "./engines";
export { useEngine } from "./useEngine";
