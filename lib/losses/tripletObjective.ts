import { after, type Algebra } from "../algebra";
import type { Objective } from "../manifold";
import { marginsOfStacked } from "./angularMargins";
import { sigmoid, softplus } from "./softplus";

/**
 * J as a function of the image Y = AL, A = [P; 2tanα·Q] [2T, d]. Measured are the squared norms of the rows of Y, which give
 * mᵢ = ‖yᵢ‖² − ‖y_{T+i}‖² and J = Σ ωᵢ softplus(mᵢ). The gradient is Aᵀ(s ∘ Y), s = [2ωσ(m); −2ωσ(m)]: it reuses the product that the
 * cost has made. The weights ω are 1 where they are left out.
 */
export function tripletObjective<M>(
  algebra: Algebra<M>,
  stacked: M,
  weights?: ArrayLike<number>,
): Required<Objective<M>> {
  const { multiply, transposeMultiply, rowProducts, scaleRows, combine } = algebra;
  const weighted = (values: Float64Array) =>
    weights === undefined ? values : values.map((value, i) => weights[i] * value);
  /** [2ωσ(m); −2ωσ(m)] */
  const slopeWeights = (norms: ArrayLike<number>) =>
    signed(weighted(marginsOfStacked(norms).map((m) => 2 * sigmoid(m))));
  return {
    algebra,
    rows: algebra.shape(stacked)[1],
    image: (point) => multiply(stacked, point),
    measure: (y) => rowProducts(y, y),
    cost: (norms) => weighted(marginsOfStacked(norms).map(softplus)).reduce((sum, term) => sum + term, 0),
    gradient: (y, norms) => transposeMultiply(stacked, scaleRows(y, slopeWeights(norms))),
    /** H[U] = Aᵀ(s ∘ AU + ṡ ∘ AL), ṡ = ±2ωσ(1 − σ)ṁ, ṁᵢ = 2(⟨yᵢ, uᵢ⟩ − ⟨y_{T+i}, u_{T+i}⟩) */
    hessian: (y, norms, u) =>
      after(algebra.read(algebra.scope(() => rowProducts(y, u))), (products) =>
        algebra.scope(() => {
          const slopes = marginsOfStacked(norms).map(sigmoid);
          const changes = marginsOfStacked(products);
          const bends = signed(weighted(slopes.map((slope, i) => 4 * slope * (1 - slope) * changes[i])));
          return transposeMultiply(
            stacked,
            combine(1, scaleRows(u, slopeWeights(norms)), 1, scaleRows(y, bends)),
          );
        }),
      ),
  };
}

/** [v; −v] */
function signed(values: Float64Array): Float64Array {
  const triplets = values.length;
  const weights = new Float64Array(2 * triplets);
  for (let i = 0; i < triplets; i++) {
    weights[i] = values[i];
    weights[triplets + i] = -values[i];
  }
  return weights;
}
