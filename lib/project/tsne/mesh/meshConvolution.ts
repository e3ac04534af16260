import { columnFourier } from "./columnFourier";

/** Convolves square meshes [nodes, nodes] of real numbers with an even kernel, without wrapping around. */
export interface MeshConvolution {
  /** Chooses the kernel by its values at the offset of (dx, dy) nodes, both in [0, nodes], and a factor of its spectrum. */
  setKernel(at: (dx: number, dy: number) => number, spectralFactor: (k: number) => number): void;
  /** mesh ← kernel ∗ mesh */
  apply(mesh: Float64Array): void;
}

/**
 * By Fourier transforms of twice the size in each direction. The mesh is real: its left and right halves go through the
 * first transform as the real and the imaginary part of one matrix, `paired` [2·nodes (x), nodes/2 (y)], and are separated
 * by the symmetry of real signals' spectra in `half` [2·nodes (y), nodes + 1 (frequency of x)].
 */
export function meshConvolution(nodes: number): MeshConvolution {
  const size = 2 * nodes;
  const side = nodes >> 1;
  const width = nodes + 1;
  const { place, forward, inverse } = columnFourier(size);
  const complex = (length: number) => ({ re: new Float64Array(length), im: new Float64Array(length) });
  const paired = complex(size * side);
  const half = complex(size * width);
  const spectrum = new Float64Array(size * width);

  function tellApart(): void {
    for (let k = 0; k <= nodes; k++) {
      let a = place[k] * side;
      let b = place[(size - k) % size] * side;
      let left = k;
      let right = side * width + k;
      for (let y = 0; y < side; y++, a++, b++, left += width, right += width) {
        half.re[left] = (paired.re[a] + paired.re[b]) / 2;
        half.im[left] = (paired.im[a] - paired.im[b]) / 2;
        half.re[right] = (paired.im[a] + paired.im[b]) / 2;
        half.im[right] = (paired.re[b] - paired.re[a]) / 2;
      }
    }
    half.re.fill(0, nodes * width);
    half.im.fill(0, nodes * width);
  }

  function putTogether(): void {
    for (let k = 0; k <= nodes; k++) {
      let a = place[k] * side;
      let b = place[(size - k) % size] * side;
      let left = k;
      let right = side * width + k;
      for (let y = 0; y < side; y++, a++, b++, left += width, right += width) {
        paired.re[b] = half.re[left] + half.im[right];
        paired.im[b] = half.re[right] - half.im[left];
        paired.re[a] = half.re[left] - half.im[right];
        paired.im[a] = half.re[right] + half.im[left];
      }
    }
  }

  return {
    setKernel(at, spectralFactor) {
      const mirrored = (offset: number) => Math.min(offset, size - offset);
      const columns = complex(size * width);
      for (let x = 0; x < size; x++) {
        for (let y = 0; y <= nodes; y++) columns.re[x * width + y] = at(mirrored(x), y);
      }
      forward(columns.re, columns.im, width);
      half.im.fill(0);
      for (let y = 0; y < size; y++) {
        for (let k = 0; k <= nodes; k++) {
          half.re[y * width + k] = columns.re[place[k] * width + mirrored(y)];
        }
      }
      forward(half.re, half.im, width);
      for (let ky = 0; ky < size; ky++) {
        for (let kx = 0; kx <= nodes; kx++) {
          const cell = place[ky] * width + kx;
          spectrum[cell] = (half.re[cell] * spectralFactor(kx) * spectralFactor(ky)) / size ** 2;
        }
      }
    },
    apply(mesh) {
      paired.re.fill(0, nodes * side);
      paired.im.fill(0, nodes * side);
      for (let x = 0; x < nodes; x++) {
        paired.re.set(mesh.subarray(x * nodes, x * nodes + side), x * side);
        paired.im.set(mesh.subarray(x * nodes + side, (x + 1) * nodes), x * side);
      }
      forward(paired.re, paired.im, side);
      tellApart();
      forward(half.re, half.im, width);
      for (let cell = 0; cell < spectrum.length; cell++) {
        half.re[cell] *= spectrum[cell];
        half.im[cell] *= spectrum[cell];
      }
      inverse(half.re, half.im, width);
      putTogether();
      inverse(paired.re, paired.im, side);
      for (let x = 0; x < nodes; x++) {
        mesh.set(paired.re.subarray(x * side, (x + 1) * side), x * nodes);
        mesh.set(paired.im.subarray(x * side, (x + 1) * side), x * nodes + side);
      }
    },
  };
}
