import type { Steps } from "../../core";
import { incomingEdges, type KnnGraph } from "../knn/graph";

/**
 * The undirected graph S = (A + Aᵀ)/2 of a kNN graph A, in compressed rows, and its degrees D = S1. The walk on it is Q = D⁻¹S: unlike that of
 * A, it can leave every point that it can reach.
 */
export interface SymmetricWalk {
  n: number;
  /** The neighbors of point i are targets[starts[i]] … targets[starts[i + 1] − 1]. A mutual neighbor is listed twice, with ½ each time. */
  starts: Int32Array;
  targets: Int32Array;
  /** Dᵢ, at least k/2. */
  degrees: Float64Array;
}

export function symmetricWalk(graph: KnnGraph): SymmetricWalk {
  const { n, k, neighbors } = graph;
  const incoming = incomingEdges(graph);
  const starts = new Int32Array(n + 1);
  const targets = new Int32Array(2 * n * k);
  let at = 0;
  for (let i = 0; i < n; i++) {
    starts[i] = at;
    targets.set(neighbors.subarray(i * k, (i + 1) * k), at);
    at += k;
    const sources = incoming.sources.subarray(incoming.starts[i], incoming.starts[i + 1]);
    targets.set(sources, at);
    at += sources.length;
  }
  starts[n] = at;
  const degrees = Float64Array.from({ length: n }, (_, i) => (starts[i + 1] - starts[i]) / 2);
  return { n, starts, targets, degrees };
}

/**
 * Solves (D − γS)X = (1 − γ)DY for all columns of Y [n, columns] at once, by conjugate gradients preconditioned with D: X = (1 − γ)(I − γQ)⁻¹Y.
 * Iterates until no entry of X is off by more than `accuracy`, and yields after every iteration.
 *
 * @returns X [n, columns], row by row, and a proven bound on the error of its entries.
 */
export function* solveSymmetricWalk(
  { n, starts, targets, degrees }: SymmetricWalk,
  gamma: number,
  y: Float64Array,
  columns: number,
  accuracy: number,
): Steps<void, { x: Float64Array; errorBound: number }> {
  const x = new Float64Array(n * columns);
  const residual = new Float64Array(n * columns);
  for (let i = 0; i < n; i++)
    for (let c = 0; c < columns; c++)
      residual[i * columns + c] = (1 - gamma) * degrees[i] * y[i * columns + c];
  const direction = new Float64Array(n * columns);
  const image = new Float64Array(n * columns);
  let previous = new Float64Array(columns);
  /** ‖(I − γQ)⁻¹‖ = 1/(1 − γ) in the maximum norm. */
  const bound = () => {
    let largest = 0;
    for (let i = 0, at = 0; i < n; i++) {
      for (let c = 0; c < columns; c++, at++) {
        const error = Math.abs(residual[at]) / degrees[i];
        if (error > largest) largest = error;
      }
    }
    return largest / (1 - gamma);
  };
  const multiply = () => {
    const weight = 0.5 * gamma;
    for (let i = 0; i < n; i++) {
      const row = i * columns;
      const [first, end] = [starts[i], starts[i + 1]];
      let c = 0;
      // Four columns at a time, whose sums stay in registers.
      for (; c + 4 <= columns; c += 4) {
        let at = row + c;
        let [s0, s1] = [degrees[i] * direction[at], degrees[i] * direction[at + 1]];
        let [s2, s3] = [degrees[i] * direction[at + 2], degrees[i] * direction[at + 3]];
        for (let e = first; e < end; e++) {
          at = targets[e] * columns + c;
          s0 -= weight * direction[at];
          s1 -= weight * direction[at + 1];
          s2 -= weight * direction[at + 2];
          s3 -= weight * direction[at + 3];
        }
        at = row + c;
        image[at] = s0;
        image[at + 1] = s1;
        image[at + 2] = s2;
        image[at + 3] = s3;
      }
      for (; c < columns; c++) {
        let sum = degrees[i] * direction[row + c];
        for (let e = first; e < end; e++) sum -= weight * direction[targets[e] * columns + c];
        image[row + c] = sum;
      }
    }
  };
  const dot = (a: Float64Array, b: Float64Array, scaled: boolean) => {
    const sums = new Float64Array(columns);
    for (let i = 0; i < n; i++) {
      const weight = scaled ? 1 / degrees[i] : 1;
      for (let c = 0, at = i * columns; c < columns; c++, at++) sums[c] += weight * a[at] * b[at];
    }
    return sums;
  };
  let errorBound = bound();
  for (let iteration = 0; iteration < mostIterations && errorBound > accuracy; iteration++) {
    const product = dot(residual, residual, true);
    const betas = product.map((value, c) => (previous[c] > 0 ? value / previous[c] : 0));
    for (let i = 0, at = 0; i < n; i++)
      for (let c = 0; c < columns; c++, at++)
        direction[at] = residual[at] / degrees[i] + betas[c] * direction[at];
    previous = product;
    multiply();
    const curvature = dot(direction, image, false);
    const steps = product.map((value, c) => (curvature[c] > 0 ? value / curvature[c] : 0));
    for (let i = 0, at = 0; i < n; i++) {
      for (let c = 0; c < columns; c++, at++) {
        x[at] += steps[c] * direction[at];
        residual[at] -= steps[c] * image[at];
      }
    }
    errorBound = bound();
    yield;
  }
  return { x, errorBound };
}

/** Conjugate gradients need about √(2/(1 − γ)) iterations per digit: 14 for γ = 0.99. */
const mostIterations = 2000;
