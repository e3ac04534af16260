export { engineNames, engines, type EngineName, type EngineRow } from "./engines";
export { requireEngine, useEngine, type Engine } from "./useEngine";
export { isRight, probe } from "./probe";
