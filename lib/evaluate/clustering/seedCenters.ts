import type { Random } from "../../core/values/random";
import type { Clustering } from "./clustering";

/**
 * k-means++ (Arthur & Vassilvitskii 2007): the first center is any point; each next one is a point drawn with probability
 * ∝ D², its squared distance from the nearest center so far. Every point ends in the cluster of its nearest center. Returns
 * how many centers there are: fewer than wanted where there are not that many different points.
 */
export function seedCenters(clustering: Clustering, random: Random): number {
  const { points, n, d, clusters, centers } = clustering;
  const squares = new Float64Array(n).fill(Infinity);
  const nearest = new Int32Array(n);
  const quarters = new Float64Array(clusters);
  let drawn = random.integer(n);
  for (let k = 0; k < clusters; k++) {
    centers.set(points.subarray(drawn * d, (drawn + 1) * d), k * d);
    for (let j = 0; j < k; j++) quarters[j] = clustering.betweenCenters(j, k) / 4;
    let total = 0;
    for (let i = 0; i < n; i++) {
      // Triangle inequality: a center twice as far from the point's own as the point is cannot be nearer.
      if (k === 0 || quarters[nearest[i]] < squares[i]) {
        const square = clustering.toCenter(i, k, squares[i]);
        if (square < squares[i]) {
          squares[i] = square;
          nearest[i] = k;
        }
      }
      total += squares[i];
    }
    if (total === 0 && k < clusters - 1) return k + 1;
    drawn = draw(squares, random.uniform() * total);
  }
  for (let i = 0; i < n; i++) clustering.move(i, nearest[i]);
  return clusters;
}

/** The point at which the running sum of the weights passes `target`; never one of weight 0, unless all are. */
function draw(weights: Float64Array, target: number): number {
  let last = 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    last = i;
    sum += weights[i];
    if (sum > target) break;
  }
  return last;
}
