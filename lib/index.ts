export * as tf from "@tensorflow/tfjs-core";
export { UserError } from "./common/errors";
export { engines, useEngine, type Engine, type EngineName, type EngineRow } from "./engine";
