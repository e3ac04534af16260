/** The clusters that points (n x d) are in, and the clusters' centers. */
export class Clustering {
  readonly n: number;
  /** The cluster of each point; −1 before the first. */
  readonly assignments: Int32Array;
  /** How many points each cluster has. */
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
    return squaredDistance(this.points, i, this.centers, k, this.d, enough);
  }

  /** ‖c_j − c_k‖² */
  betweenCenters(j: number, k: number): number {
    return squaredDistance(this.centers, j, this.centers, k, this.d, Infinity);
  }

  /** Puts point i into cluster k. The centers stay where they are. */
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

/** ‖x_i − y_j‖² of rows of two matrices with d columns; may stop as soon as it exceeds `enough`. */
function squaredDistance(
  x: Float64Array,
  i: number,
  y: Float64Array,
  j: number,
  d: number,
  enough: number,
): number {
  let a = i * d;
  let b = j * d;
  const end = a + d;
  let sum = 0;
  for (; a + 4 <= end && sum <= enough; a += 4, b += 4) {
    const d0 = x[a] - y[b];
    const d1 = x[a + 1] - y[b + 1];
    const d2 = x[a + 2] - y[b + 2];
    const d3 = x[a + 3] - y[b + 3];
    sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
  }
  if (sum > enough) return sum;
  for (; a < end; a++, b++) sum += (x[a] - y[b]) ** 2;
  return sum;
}
