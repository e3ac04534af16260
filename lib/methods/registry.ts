import { oneOf } from "../core/options";
import { AGML } from "./agml";
import { DeepAPIT, DeepAPLLR, DeepISDML, DeepLRML, DeepSERAPH } from "./competitors";

/** The deep methods by the names of the paper's tables. */
export const deepMethods = {
  AGML,
  "Deep-LRML": DeepLRML,
  "Deep-SERAPH": DeepSERAPH,
  "Deep-ISDML": DeepISDML,
  "Deep-APLLR": DeepAPLLR,
  "Deep-APIT": DeepAPIT,
} as const;

export type DeepMethodName = keyof typeof deepMethods;

export const methodName = oneOf(Object.keys(deepMethods) as DeepMethodName[]);
