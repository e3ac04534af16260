import { mapSteps } from "../../core";
import {
  affinityPriorDefaults,
  affinityPriorMethod,
  affinityPriorRanges,
  type AffinityPrior,
  type AffinityPriorOptions,
} from "./affinityPrior";
import { bregmanProjections } from "./bregmanProjections";
import { itmlDefaults, itmlProblem, itmlRanges, type ItmlOptions } from "./itml";
import { MetricLearner } from "./learner/metricLearner";
import { joinPairs } from "./pairs/pairs";

/** The options of the affinity propagation, and those of ITML for the prior metric. */
export type ApitOptions = AffinityPriorOptions & ItmlOptions;
export type ApitSettings = Required<ApitOptions>;

export const apitDefaults = Object.freeze({ ...affinityPriorDefaults, ...itmlDefaults });

/** APIT as a record of functions. */
export const apit = affinityPriorMethod<ApitSettings>(
  { name: "APIT", defaults: apitDefaults, ranges: { ...affinityPriorRanges, ...itmlRanges } },
  function* (x, similar, dissimilar, settings) {
    const rounds = bregmanProjections(x, itmlProblem(x, joinPairs(similar, dissimilar), settings), settings);
    const { matrix } = yield* mapSteps(rounds, ({ iteration, change }) => ({
      kind: "prior" as const,
      iteration,
      change,
    }));
    return matrix;
  },
);

/**
 * Affinity propagation with an information-theoretic prior (Dutta & Sekhar 2018), reconstructed from the abstract: M⁻¹ = M₀⁻¹ +
 * βXᵀ Lap_W X, where M₀ is ITML's metric and W holds the propagated affinities of the kNN graph (`propagateAffinities`). Singular
 * scatters do no harm: M₀ is positive definite by construction, and eigenvalues of M⁻¹ below floor·mean|λ| are raised to that value.
 *
 * @example
 * const model = await new APIT({ k: 2 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.metric.matrix.shape; // → [2, 2]
 */
export class APIT extends MetricLearner<ApitSettings, AffinityPrior> {
  constructor(options: ApitOptions = {}) {
    super(apit, options);
  }
}
