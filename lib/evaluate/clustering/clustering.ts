import { squaredDistance } from "../../graph/nearest/squaredDistance";

/**
 * Points and centers in one array, so that one distance serves both: first the n points, then the centers of one
 * clustering after the other.
 */
export interface Space {
  rows: Float64Array;
  n: number;
  d: number;
}

/** So many clusterings of the same points into so many clusters, their centers still at the origin. */
export function clusterings(points: Float64Array, d: number, clusters: number, count: number): Clustering[] {
  const rows = new Float64Array(points.length + count * clusters * d);
  rows.set(points);
  const n = points.length / d;
  return Array.from(
    { length: count },
    (_, at) => new Clustering({ rows, n, d }, clusters, n + at * clusters),
  );
}

/** The clusters that points are in, and the clusters' centers. */
export class Clustering {
  /** The cluster of each point; −1 before the first. */
  readonly assignments: Int32Array;
  /** How many points each cluster has. */
  readonly sizes: Int32Array;
  /** The centers, [clusters, d]; writing to it moves them. */
  readonly centers: Float64Array;
  private readonly sums: Float64Array;

  /** `firstCenter` is the row of the first center. */
  constructor(
    readonly space: Space,
    readonly clusters: number,
    private readonly firstCenter: number,
  ) {
    const { rows, n, d } = space;
    this.assignments = new Int32Array(n).fill(-1);
    this.sizes = new Int32Array(clusters);
    this.centers = rows.subarray(firstCenter * d, (firstCenter + clusters) * d);
    this.sums = new Float64Array(clusters * d);
  }

  /** ‖x_i − c_k‖², or some number above `enough`. */
  toCenter(i: number, k: number, enough = Infinity): number {
    return squaredDistance(this.space.rows, this.space.d, i, this.firstCenter + k, enough);
  }

  /** ‖c_j − c_k‖² */
  betweenCenters(j: number, k: number): number {
    return this.toCenter(this.firstCenter + j, k);
  }

  /** Puts point i into cluster k. The centers stay where they are. */
  move(i: number, k: number): void {
    const { sums, sizes } = this;
    const { rows, d } = this.space;
    const from = this.assignments[i];
    this.assignments[i] = k;
    sizes[k]++;
    for (let c = 0; c < d; c++) sums[k * d + c] += rows[i * d + c];
    if (from < 0) return;
    sizes[from]--;
    for (let c = 0; c < d; c++) sums[from * d + c] -= rows[i * d + c];
  }

  /** Moves each center to the mean of its cluster, and returns Σ‖shift‖² over the centers. */
  moveCenters(): number {
    const { sums, centers } = this;
    let shift = 0;
    for (let k = 0, at = 0; k < this.clusters; k++) {
      for (let c = 0; c < this.space.d; c++, at++) {
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
