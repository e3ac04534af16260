export { engineNames, type Engine, type EngineName, type EngineRow } from "./engine";
export { engines } from "./engines";
export { useEngine } from "./useEngine";
