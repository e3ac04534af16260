import { oneOf } from "../core/options";
import { AGML } from "./agml";
import { AGML2 } from "./agml2";
import { Angular } from "./angular";
import { DeepAPIT, DeepAPLLR, DeepISDML, DeepLRML, DeepSERAPH } from "./competitors";
import { Triplet } from "./triplet";

/** The deep methods by the names of the paper's tables. */
export const deepMethods = {
  AGML,
  AGML2,
  "Deep-LRML": DeepLRML,
  "Deep-SERAPH": DeepSERAPH,
  "Deep-ISDML": DeepISDML,
  "Deep-APLLR": DeepAPLLR,
  "Deep-APIT": DeepAPIT,
  Triplet,
  Angular,
} as const;

export type DeepMethodName = keyof typeof deepMethods;

export const methodName = oneOf(Object.keys(deepMethods) as DeepMethodName[]);
