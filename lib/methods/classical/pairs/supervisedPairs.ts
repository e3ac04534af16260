import { checkSimilar } from "./constraints";
import { labeledPairs, type PairLimits } from "./labeledPairs";
import { joinPairs, normalizeWeights, scaleWeights, type Pairs } from "./pairs";

/**
 * The labeled pairs of γ_s S − γ_d D, S and D the means of (x_i − x_j)(x_i − x_j)ᵀ over similar and dissimilar pairs: weights
 * γ_s/#similar and −γ_d/#dissimilar. `name` is for error texts.
 */
export function supervisedPairs(
  name: string,
  labels: Int32Array,
  {
    similarWeight,
    dissimilarWeight,
    ...limits
  }: PairLimits & { similarWeight: number; dissimilarWeight: number },
): Pairs {
  const { similar, dissimilar } = labeledPairs(labels, limits);
  checkSimilar(similar, name);
  return joinPairs(
    scaleWeights(normalizeWeights(similar), similarWeight),
    scaleWeights(normalizeWeights(dissimilar), -dissimilarWeight),
  );
}
