import { oneOf, type Schema } from "../core/options";
import { AGML } from "./agml";
import { AGML2 } from "./agml2";
import { Angular } from "./angular";
import {
  DeepCluster,
  deepClusterOptions,
  Exemplar,
  exemplarOptions,
  NCE,
  nceOptions,
  Rotation,
  Synthetic,
  syntheticOptions,
} from "./unsupervised";
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
  Exemplar,
  Rotation,
  NCE,
  DeepCluster,
  Synthetic,
} as const;

/** The options of unsupervised methods that other methods do not have, by method. */
export const unsupervisedOptions = {
  Exemplar: exemplarOptions,
  Rotation: {},
  NCE: nceOptions,
  DeepCluster: deepClusterOptions,
  Synthetic: syntheticOptions,
} satisfies Partial<Record<keyof typeof deepMethods, Schema>>;

/** Whether a method sees no labels. */
export const isUnsupervised = (method: string): boolean => Object.hasOwn(unsupervisedOptions, method);

export type DeepMethodName = keyof typeof deepMethods;

export const methodName = oneOf(Object.keys(deepMethods) as DeepMethodName[]);
