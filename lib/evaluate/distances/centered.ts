import type { Points } from "../../graph/knn/squaredDistance";

/** Points moved so that their mean is the origin: the distances stay, and float32 products lose fewer digits. */
export interface CenteredPoints {
  /** x − mean, n x d. */
  rows: Float64Array;
  mean: Float64Array;
  /** ‖x − mean‖² of each point. */
  squares: Float64Array;
}

export function centered({ data, n, d }: Points): CenteredPoints {
  const mean = new Float64Array(d);
  for (let at = 0; at < data.length;) for (let c = 0; c < d; c++, at++) mean[c] += data[at] / n;
  const rows = new Float64Array(n * d);
  const squares = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let c = 0; c < d; c++, at++) {
      rows[at] = data[at] - mean[c];
      squares[i] += rows[at] ** 2;
    }
  }
  return { rows, mean, squares };
}
