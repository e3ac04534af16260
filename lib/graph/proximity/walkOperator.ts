import type { KnnGraph } from "../knn/graph";

/** How many right-hand sides are solved together. Their values are interleaved: for each point, one value per lane. */
export type Lanes = 1 | 4;

/** output = A·input for n x lanes values. */
export type Operator = (input: Float64Array, output: Float64Array) => void;

/** A = I − γQ, or its transpose, as a function on n x lanes values. */
export function walkOperator(graph: KnnGraph, gamma: number, lanes: Lanes, transpose: boolean): Operator {
  const kernel = transpose ? (lanes === 1 ? scatterOne : scatterFour) : lanes === 1 ? gatherOne : gatherFour;
  return (input, output) => {
    kernel(graph, gamma / graph.k, input, output);
  };
}

type Kernel = (graph: KnnGraph, weight: number, x: Float64Array, y: Float64Array) => void;

const gatherOne: Kernel = ({ n, k, neighbors }, weight, x, y) => {
  for (let i = 0, e = 0; i < n; i++) {
    let sum = 0;
    for (let s = 0; s < k; s++) sum += x[neighbors[e++]];
    y[i] = x[i] - weight * sum;
  }
};

const gatherFour: Kernel = ({ n, k, neighbors }, weight, x, y) => {
  for (let i = 0, e = 0; i < n; i++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let s = 0; s < k; s++) {
      const from = 4 * neighbors[e++];
      a += x[from];
      b += x[from + 1];
      c += x[from + 2];
      d += x[from + 3];
    }
    const at = 4 * i;
    y[at] = x[at] - weight * a;
    y[at + 1] = x[at + 1] - weight * b;
    y[at + 2] = x[at + 2] - weight * c;
    y[at + 3] = x[at + 3] - weight * d;
  }
};

const scatterOne: Kernel = ({ n, k, neighbors }, weight, x, y) => {
  y.set(x);
  for (let i = 0, e = 0; i < n; i++) {
    const share = weight * x[i];
    for (let s = 0; s < k; s++) y[neighbors[e++]] -= share;
  }
};

const scatterFour: Kernel = ({ n, k, neighbors }, weight, x, y) => {
  y.set(x);
  for (let i = 0, e = 0; i < n; i++) {
    const at = 4 * i;
    const [a, b, c, d] = [weight * x[at], weight * x[at + 1], weight * x[at + 2], weight * x[at + 3]];
    for (let s = 0; s < k; s++) {
      const to = 4 * neighbors[e++];
      y[to] -= a;
      y[to + 1] -= b;
      y[to + 2] -= c;
      y[to + 3] -= d;
    }
  }
};
