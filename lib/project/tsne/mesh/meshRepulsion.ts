import { meshConvolution } from "./meshConvolution";
import { addNearPairs, type Bounds } from "./nearPairs";

/**
 * The two sums that make up the gradient of t-SNE's divergence at the points y, with q_ij = 1/(1 + ‖y_i − y_j‖²) and
 * Z = Σ_{i≠j} q_ij: ∂KL/∂y_i = 4 Σ_j p_ij q_ij (y_i − y_j) − (4/Z) Σ_j q_ij² (y_i − y_j).
 */
export interface Forces {
  /** Adds factor · Σ_j p_ij q_ij (y_i − y_j) to `sums`. */
  readonly attract: (points: Float64Array, factor: number, sums: Float64Array) => void;
  /** Writes Σ_j q_ij² (y_i − y_j) into `sums` and returns Z. */
  readonly repel: (points: Float64Array, sums: Float64Array) => number;
}

/** The cutoff between mesh and pairs, in mesh spacings: larger is more accurate and slower. */
const cutoffNodes = 3;
/** Below this cutoff the mesh is fine enough for the whole kernel. */
const leastCutoff = 0.5;
const leastSpacing = 0.02;

/**
 * Repulsion in the plane in O(n log n) by particles and a mesh (Hockney & Eastwood 1988, ch. 8; the mesh alone is what
 * Linderman et al. 2019 do for t-SNE). The force is the gradient of a potential,
 * Σ_j q_ij² (y_i − y_j) = −½∇φ(y_i), φ(y) = Σ_j K(‖y − y_j‖²), K(s) = 1/(1 + s), and Z = Σ_i φ(y_i) − n.
 *
 * K = far + near. Within the cutoff c, far is the expansion of K(s) at s = c² to the third order, a geometric series whose rest
 * is near(s) = w⁴K(s), w = (c² − s)/(1 + c²); beyond, near is 0. So far is smooth enough to be interpolated by cubic splines on a mesh
 * of spacing c/3, and near is summed pair by pair. The spline's coefficients are folded into the kernel's spectrum, as in
 * smooth particle-mesh Ewald (Essmann et al. 1995).
 */
export function meshRepulsion(n: number): Forces["repel"] {
  const nodes = 2 ** Math.max(5, Math.ceil(Math.log2(1.25 * Math.sqrt(n))));
  const convolution = meshConvolution(nodes);
  const mesh = new Float64Array(nodes * nodes);
  const [weightsX, weightsY, slopesX, slopesY] = Array.from({ length: 4 }, () => new Float64Array(4));
  let spacing = 0;
  let cutoff = 0;

  function chooseSpacing(span: number): void {
    const needed = Math.max(leastSpacing, span / (nodes - 5));
    if (needed <= spacing && needed > spacing / 1.1) return;
    spacing = 1.03 * needed;
    cutoff = cutoffNodes * spacing < leastCutoff ? 0 : cutoffNodes * spacing;
    convolution.setKernel(
      (dx, dy) => far((dx * dx + dy * dy) * spacing * spacing, cutoff * cutoff),
      // The samples of a cubic B-spline, 1/6, 4/6, 1/6, have this spectrum; sources and targets are divided by it.
      (k) => (3 / (2 + Math.cos((Math.PI * k) / nodes))) ** 2,
    );
  }

  return (points, sums) => {
    const bounds = boundsOf(points);
    if (!Number.isFinite(bounds.span)) return NaN;
    chooseSpacing(bounds.span);
    const { left, bottom } = bounds;
    const locate = (i: number) => {
      const u = (points[2 * i] - left) / spacing + 1;
      const v = (points[2 * i + 1] - bottom) / spacing + 1;
      const column = Math.floor(u);
      const row = Math.floor(v);
      splineWeights(u - column, weightsX, slopesX);
      splineWeights(v - row, weightsY, slopesY);
      return (column - 1) * nodes + row - 1;
    };

    mesh.fill(0);
    for (let i = 0; i < n; i++) {
      const corner = locate(i);
      for (let a = 0; a < 4; a++) {
        for (let b = 0; b < 4; b++) mesh[corner + a * nodes + b] += weightsX[a] * weightsY[b];
      }
    }
    convolution.apply(mesh);
    let total = -n * far(0, cutoff * cutoff);
    for (let i = 0; i < n; i++) {
      const corner = locate(i);
      let potential = 0;
      let slopeX = 0;
      let slopeY = 0;
      for (let a = 0; a < 4; a++) {
        let across = 0;
        let along = 0;
        for (let b = 0; b < 4; b++) {
          const value = mesh[corner + a * nodes + b];
          across += weightsY[b] * value;
          along += slopesY[b] * value;
        }
        potential += weightsX[a] * across;
        slopeX += slopesX[a] * across;
        slopeY += weightsX[a] * along;
      }
      total += potential;
      sums[2 * i] = -slopeX / (2 * spacing);
      sums[2 * i + 1] = -slopeY / (2 * spacing);
    }
    return cutoff === 0 ? total : total + addNearPairs(points, bounds, cutoff, sums);
  };
}

/** The smooth part of K(s) = 1/(1 + s): K itself beyond c², its cubic expansion at c² within. */
function far(s: number, c2: number): number {
  const rest = Math.max(0, c2 - s) / (1 + c2);
  return (1 - rest ** 4) / (1 + s);
}

/** The four cubic B-splines that are not 0 at t ∈ [0, 1) between two nodes, and their derivatives. */
function splineWeights(t: number, weights: Float64Array, slopes: Float64Array): void {
  const r = 1 - t;
  weights[0] = (r * r * r) / 6;
  weights[1] = (4 - 3 * t * t * (1 + r)) / 6;
  weights[2] = (4 - 3 * r * r * (1 + t)) / 6;
  weights[3] = (t * t * t) / 6;
  slopes[0] = (-r * r) / 2;
  slopes[1] = (t * (3 * t - 4)) / 2;
  slopes[2] = (r * (4 - 3 * r)) / 2;
  slopes[3] = (t * t) / 2;
}

function boundsOf(points: Float64Array): Bounds {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    bottom = Math.min(bottom, points[i + 1]);
    top = Math.max(top, points[i + 1]);
  }
  return { left, bottom, span: Math.max(right - left, top - bottom) };
}
