import { squaredDistanceBetween } from "../../graph";

/** An assignment of points (n x d) to clusters, and the clusters' centers. */
export class Clustering {
  readonly n: number;
  /** The cluster of each point; −1 before the first assignment. */
  readonly assignments: Int32Array;
  /** Number of points per cluster. */
  readonly sizes: Int32Array;
  /** The centers, [clusters, d]. */
  readonly centers: Float64Array;
  private readonly sums: Float64Array;

  constructor(
    readonly points: Float64Array,
    readonly d: number,
    readonly clusters: number,
  ) {
    this.n = points.length / d;
    this.assignments = new Int32Array(this.n).fill(-1);
    this.sizes = new Int32Array(clusters);
    this.centers = new Float64Array(clusters * d);
    this.sums = new Float64Array(clusters * d);
  }

  /** ‖x_i − c_k‖², or some number above `enough`. */
  toCenter(i: number, k: number, enough = Infinity): number {
    return squaredDistanceBetween(this.points, i, this.centers, k, this.d, enough);
  }

  /** ‖c_j − c_k‖² */
  betweenCenters(j: number, k: number): number {
    return squaredDistanceBetween(this.centers, j, this.centers, k, this.d, Infinity);
  }

  /** Moves point i to cluster k. Does not change the centers. */
  move(i: number, k: number): void {
    const { points, d, sums, sizes } = this;
    const from = this.assignments[i];
    this.assignments[i] = k;
    sizes[k]++;
    for (let c = 0; c < d; c++) sums[k * d + c] += points[i * d + c];
    if (from < 0) return;
    sizes[from]--;
    for (let c = 0; c < d; c++) sums[from * d + c] -= points[i * d + c];
  }

  /** Moves each center to the mean of its cluster, and returns Σ‖shift‖² over the centers. */
  moveCenters(): number {
    const { sums, centers } = this;
    let shift = 0;
    for (let k = 0, at = 0; k < this.clusters; k++) {
      for (let c = 0; c < this.d; c++, at++) {
        const mean = sums[at] / this.sizes[k];
        shift += (mean - centers[at]) ** 2;
        centers[at] = mean;
      }
    }
    return shift;
  }

  /** Σ‖x − c‖² over the points and the centers of their clusters. */
  inertia(): number {
    return this.assignments.reduce((sum, k, i) => sum + this.toCenter(i, k), 0);
  }
}
