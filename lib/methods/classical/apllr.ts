import { fromEigen, raisedEigen } from "../../algebra";
import {
  affinityPriorDefaults,
  affinityPriorMethod,
  affinityPriorRanges,
  type AffinityPrior,
  type AffinityPriorOptions,
} from "./affinityPrior";
import { kissmeDefaults, kissmeRanges, likelihoodRatio, type KissmeOptions } from "./kissme";
import { MetricLearner } from "./learner/metricLearner";

/** The options of the affinity propagation, and KISSME's ridge for the prior metric. */
export type ApllrOptions = AffinityPriorOptions & KissmeOptions;
export type ApllrSettings = Required<ApllrOptions>;

export const apllrDefaults = Object.freeze({ ...affinityPriorDefaults, ...kissmeDefaults });

/** APLLR as a record of functions. */
export const apllr = affinityPriorMethod<ApllrSettings>(
  { name: "APLLR", defaults: apllrDefaults, ranges: { ...affinityPriorRanges, ...kissmeRanges } },
  // M₀ must be invertible, so eigenvalues are raised to a positive number instead of 0.
  function* (x, similar, dissimilar, { ridge, floor }) {
    const ratio = likelihoodRatio(x, similar, dissimilar, ridge);
    yield { kind: "prior", iteration: 1, change: 0 };
    return fromEigen(raisedEigen(ratio, floor), (value) => value);
  },
);

/**
 * Affinity propagation with a log-likelihood-ratio prior (Dutta & Sekhar 2018), reconstructed from the abstract: M⁻¹ = M₀⁻¹ +
 * βXᵀ Lap_W X, where M₀ is KISSME's Σ_S⁻¹ − Σ_D⁻¹ and W holds the propagated affinities of the kNN graph (`propagateAffinities`).
 * Singular scatters do no harm: `ridge` is KISSME's, and eigenvalues of M₀ and of M⁻¹ below floor·mean|λ| are raised to that value.
 *
 * @example
 * const model = await new APLLR({ k: 2 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.metric.matrix.shape; // → [2, 2]
 */
export class APLLR extends MetricLearner<ApllrSettings, AffinityPrior> {
  constructor(options: ApllrOptions = {}) {
    super(apllr, options);
  }
}
