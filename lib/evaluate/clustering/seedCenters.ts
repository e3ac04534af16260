import type { Random } from "../../core/values";
import type { Clustering } from "./clustering";

/**
 * k-means++ (Arthur & Vassilvitskii 2007): the first center is a random point; each next one is drawn with probability
 * ∝ D², the squared distance from the nearest center so far. Assigns every point to its nearest center. Returns
 * the number of centers, which is smaller than wanted if there are too few different points.
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
      // Triangle inequality: a new center cannot be nearer if it is twice as far from the point's center as the point is.
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
