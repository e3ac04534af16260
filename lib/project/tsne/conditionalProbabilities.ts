import type { KnnGraph } from "../../graph";
import type { YieldToEventLoop } from "../../core";

const maxHalvings = 100;

/**
 * p_{j|i} ∝ exp(−β_i ‖x_i − x_j‖²) over the neighbors j of i, in the order of `graph.neighbors`; β_i is bisected so that
 * the entropy of p_{·|i} is log(perplexity) (van der Maaten & Hinton 2008, §2).
 */
export async function conditionalProbabilities(
  { n, k, distances }: KnnGraph,
  perplexity: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  const probabilities = new Float64Array(n * k);
  const squares = new Float64Array(k);
  for (let i = 0; i < n; i++) {
    await yieldToEventLoop();
    // A common offset does not change the probabilities and keeps the largest exponential at 1.
    const nearest = distances[i * k] ** 2;
    for (let s = 0; s < k; s++) squares[s] = distances[i * k + s] ** 2 - nearest;
    bisect(squares, Math.log(perplexity), probabilities.subarray(i * k, (i + 1) * k));
  }
  return probabilities;
}

/** If no β fits, as among duplicates, keeps the last one: the probabilities are then as equal as possible. */
function bisect(squares: Float64Array, entropy: number, probabilities: Float64Array): void {
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  let [low, high, beta] = [0, Infinity, mean > 0 ? 1 / mean : 1];
  for (let step = 0; step < maxHalvings; step++) {
    const excess = softmin(squares, beta, probabilities) - entropy;
    if (Math.abs(excess) < 1e-7) return;
    if (excess > 0) low = beta;
    else high = beta;
    beta = high === Infinity ? 2 * beta : (low + high) / 2;
  }
}

/** Computes p ∝ exp(−β squares) and returns its entropy, log Σ exp(−β squares) + β ⟨squares⟩. */
function softmin(squares: Float64Array, beta: number, probabilities: Float64Array): number {
  let sum = 0;
  let weighted = 0;
  for (let s = 0; s < squares.length; s++) {
    const weight = Math.exp(-beta * squares[s]);
    probabilities[s] = weight;
    sum += weight;
    weighted += weight * squares[s];
  }
  for (let s = 0; s < squares.length; s++) probabilities[s] /= sum;
  return Math.log(sum) + (beta * weighted) / sum;
}
