export {
  declareCapabilities,
  engineCapabilities,
  multipliesFastAtOnce,
  type EngineCapabilities,
} from "./engineCapabilities";
