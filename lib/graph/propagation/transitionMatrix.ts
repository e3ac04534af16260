import { checkGraph, type KnnGraph } from "../knn/graph";
import { plural } from "../../core";
import { squareMatrix, type SquareMatrix } from "../squareMatrix";

/**
 * The matrix Q of the random walk on the graph: Q_ij = 1/k if j is one of the k neighbors of i, else 0 (paper §2).
 *
 * @example
 * const walk = transitionMatrix(knnGraph([[0], [1], [2], [3]], { k: 2 }));
 * walk.at(0, 1); // → 0.5
 */
export function transitionMatrix(graph: KnnGraph): SquareMatrix {
  checkGraph(graph, "transitionMatrix");
  const { n, k, neighbors } = graph;
  return squareMatrix(
    "transitionMatrix",
    n,
    `Q: ${n} x ${n}, 1/${k} at the ${plural(k, "neighbor")} of each point`,
    {
      at: (i, j) => (neighbors.subarray(i * k, (i + 1) * k).includes(j) ? 1 / k : 0),
      row(i) {
        const row = new Float64Array(n);
        for (let e = i * k; e < (i + 1) * k; e++) row[neighbors[e]] = 1 / k;
        return row;
      },
    },
  );
}
