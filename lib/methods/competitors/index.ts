import { apit } from "../classical/apit";
import { apllr } from "../classical/apllr";
import { isdml } from "../classical/isdml";
import { lrml } from "../classical/lrml";
import { seraph } from "../classical/seraph";
import { learnerClass } from "../../train";
import { deepPairs } from "./deepPairs";

/** On every partition's embeddings a few iterations are enough: M starts where it was. */
const few = { maxIterations: 10 };

/** LRML made deep: the graph Laplacian and labeled pairs, a metric in closed form (paper, appendix, "Deep-LRML"). */
export class DeepLRML extends learnerClass(deepPairs("Deep-LRML", lrml)) {}

/** ISDML made deep; ISDML-style, reconstructed (paper, appendix, "Deep-ISDML"). */
export class DeepISDML extends learnerClass(deepPairs("Deep-ISDML", isdml, few)) {}

/** SERAPH made deep: likely labels for labeled pairs, decided ones for unlabeled pairs, no graph (paper, appendix, "Deep-SERAPH"). */
export class DeepSERAPH extends learnerClass(deepPairs("Deep-SERAPH", seraph, few)) {}

/** APLLR made deep; reconstructed (paper, appendix, "Deep-APLLR"). */
export class DeepAPLLR extends learnerClass(deepPairs("Deep-APLLR", apllr)) {}

/** APIT made deep; reconstructed (paper, appendix, "Deep-APIT"). */
export class DeepAPIT extends learnerClass(deepPairs("Deep-APIT", apit)) {}
