/** A box around all points. */
export interface Bounds {
  readonly left: number;
  readonly bottom: number;
  /** Length of the longer side. */
  readonly span: number;
}

/**
 * Adds, over the pairs nearer than `cutoff`, the part of the kernel that the mesh leaves out (see `meshRepulsion`):
 * with w = (c² − r²)/(1 + c²), q = 1/(1 + r²) the kernel's rest is w⁴q and the force's −½∇(w⁴q) = q w³ (4/(1 + c²) + wq) (y_i − y_j).
 * Returns the sum of the rest over ordered pairs.
 */
export function addNearPairs(
  points: Float64Array,
  { left, bottom, span }: Bounds,
  cutoff: number,
  sums: Float64Array,
): number {
  const n = points.length / 2;
  // Square cells as wide as the cutoff, with an empty frame: all partners of a point are in its own cell and the eight around it.
  const side = Math.floor(span / cutoff) + 3;
  const starts = new Int32Array(side * side + 1);
  const cells = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const column = 1 + Math.floor((points[2 * i] - left) / cutoff);
    const row = 1 + Math.floor((points[2 * i + 1] - bottom) / cutoff);
    cells[i] = row * side + column;
    starts[cells[i] + 1]++;
  }
  for (let cell = 0; cell < side * side; cell++) starts[cell + 1] += starts[cell];
  const next = starts.slice();
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[next[cells[i]]++] = i;

  const xs = Float64Array.from(order, (i) => points[2 * i]);
  const ys = Float64Array.from(order, (i) => points[2 * i + 1]);
  const sumX = new Float64Array(n);
  const sumY = new Float64Array(n);
  const square = cutoff * cutoff;
  const scale = 1 / (1 + square);
  let rest = 0;
  const against = (a: number, from: number, to: number) => {
    const x = xs[a];
    const y = ys[a];
    let fx = 0;
    let fy = 0;
    for (let b = from; b < to; b++) {
      const dx = x - xs[b];
      const dy = y - ys[b];
      const distance = dx * dx + dy * dy;
      if (distance >= square) continue;
      const w = (square - distance) * scale;
      const q = 1 / (1 + distance);
      const cube = w * w * w * q;
      const force = cube * (4 * scale + w * q);
      rest += cube * w;
      fx += force * dx;
      fy += force * dy;
      sumX[b] -= force * dx;
      sumY[b] -= force * dy;
    }
    sumX[a] += fx;
    sumY[a] += fy;
  };
  for (let a = 0; a < n; a++) {
    const cell = cells[order[a]];
    // Each pair once: the rest of its own cell and the next one, then three of the row above. Both ranges are contiguous.
    against(a, a + 1, starts[cell + 2]);
    against(a, starts[cell + side - 1], starts[cell + side + 2]);
  }
  for (let a = 0; a < n; a++) {
    sums[2 * order[a]] += sumX[a];
    sums[2 * order[a] + 1] += sumY[a];
  }
  return 2 * rest;
}
