import { apit } from "../classical/apit";
import { apllr } from "../classical/apllr";
import { isdml } from "../classical/isdml";
import { lrml } from "../classical/lrml";
import { seraph } from "../classical/seraph";
import { learnerClass } from "../../train";
import { deepPairs } from "./deepPairs";

/** On every partition's embeddings a few iterations are enough: M starts where it was. */
const few = { maxIterations: 10 };

/**
 * LRML made deep: the graph Laplacian and labeled pairs, a metric in closed form (paper, appendix, "Deep-LRML").
 *
 * @example
 * const model = await new DeepLRML({ network: mlp([4]), k: 2, epochs: 1 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class DeepLRML extends learnerClass(deepPairs("Deep-LRML", lrml)) {}

/**
 * ISDML made deep; ISDML-style, reconstructed (paper, appendix, "Deep-ISDML").
 *
 * @example
 * const model = await new DeepISDML({ network: mlp([4]), k: 2, epochs: 1 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class DeepISDML extends learnerClass(deepPairs("Deep-ISDML", isdml, few)) {}

/**
 * SERAPH made deep: likely labels for labeled pairs, decided ones for unlabeled pairs, no graph (paper, appendix, "Deep-SERAPH").
 *
 * @example
 * const model = await new DeepSERAPH({ network: mlp([4]), epochs: 1 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class DeepSERAPH extends learnerClass(deepPairs("Deep-SERAPH", seraph, few)) {}

/**
 * APLLR made deep; reconstructed (paper, appendix, "Deep-APLLR").
 *
 * @example
 * const model = await new DeepAPLLR({ network: mlp([4]), k: 2, epochs: 1 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class DeepAPLLR extends learnerClass(deepPairs("Deep-APLLR", apllr)) {}

/**
 * APIT made deep; reconstructed (paper, appendix, "Deep-APIT").
 *
 * @example
 * const model = await new DeepAPIT({ network: mlp([4]), k: 2, epochs: 1 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.transform(x).shape; // → [6, 4]
 */
export class DeepAPIT extends learnerClass(deepPairs("Deep-APIT", apit)) {}
