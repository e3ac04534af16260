import { checkGraph, type KnnGraph } from "../graph";

/**
 * The stationary distribution π = πQ of the random walk on the graph, Q_ij = 1/k for the k neighbors j of i, by power iteration of the
 * lazy walk (I + Q)/2 from the uniform distribution, which converges on every graph.
 *
 * @example stationaryDistribution(knnGraph([[0], [1], [2]], { k: 1 })); // → [0.500, 0.500, 0.000]
 */
export function stationaryDistribution(graph: KnnGraph): Float64Array {
  checkGraph(graph, "stationaryDistribution", true);
  const { n, k, neighbors } = graph;
  let now = new Float64Array(n).fill(1 / n);
  let next = new Float64Array(n);
  for (let step = 0; step < 10_000; step++) {
    for (let i = 0; i < n; i++) next[i] = now[i] / 2;
    for (let i = 0; i < n; i++) {
      const share = now[i] / (2 * k);
      for (let e = i * k; e < (i + 1) * k; e++) next[neighbors[e]] += share;
    }
    let change = 0;
    for (let i = 0; i < n; i++) change += Math.abs(next[i] - now[i]);
    [now, next] = [next, now];
    if (change < 1e-12) break;
  }
  return now;
}

/**
 * The graph's modes: the points where the stationary distribution is larger than at every point that they are linked with, in either
 * direction (equal values: the smaller index). Paper §2 offers them as anchors.
 *
 * @example graphModes(graph); // → [0, 3]
 */
export function graphModes(graph: KnnGraph): Int32Array {
  checkGraph(graph, "graphModes", true);
  const { n, k, neighbors } = graph;
  const mass = stationaryDistribution(graph);
  const isMode = new Uint8Array(n).fill(1);
  // Equal up to the accuracy of the power iteration.
  const exceeds = (i: number, j: number) => {
    const difference = mass[i] - mass[j];
    return Math.abs(difference) > 1e-9 * Math.max(mass[i], mass[j]) ? difference > 0 : i < j;
  };
  for (let i = 0; i < n; i++) {
    for (let e = i * k; e < (i + 1) * k; e++) {
      const j = neighbors[e];
      isMode[exceeds(i, j) ? j : i] = 0;
    }
  }
  return Int32Array.from([...isMode.keys()].filter((i) => isMode[i] === 1));
}
