export {
  declareCapabilities,
  engineCapabilities,
  multipliesFastAtOnce,
  type EngineCapabilities,
} from "./engineCapabilities";
export { releaseNow, releaseUnreachable, releaseWith } from "./release";
