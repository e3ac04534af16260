export { engineNames, engines, type EngineName, type EngineRow } from "./engines";
export { useEngine, type Engine } from "./useEngine";
export { isRight, probe } from "./probe";
export { requireEngine } from "./requireEngine";
