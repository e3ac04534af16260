/** Discrete Fourier transforms of every column of a complex matrix [size, columns], in place; size is a power of two. */
export interface ColumnFourier {
  /** Row k of the spectrum is stored in row `place[k]`. */
  readonly place: Int32Array;
  /** X_k = Σ_t x_t e^{−2πi tk/size} */
  readonly forward: (real: Float64Array, imaginary: Float64Array, columns: number) => void;
  /** size · x from X, in the order that `forward` leaves. */
  readonly inverse: (real: Float64Array, imaginary: Float64Array, columns: number) => void;
}

/**
 * Cooley–Tukey: decimation in frequency forward, in time back, so that neither has to reorder rows. Butterflies work on
 * whole rows, which are contiguous.
 */
export function columnFourier(size: number): ColumnFourier {
  const cosines = Float64Array.from({ length: size >> 1 }, (_, t) => Math.cos((2 * Math.PI * t) / size));
  const sines = Float64Array.from({ length: size >> 1 }, (_, t) => Math.sin((2 * Math.PI * t) / size));
  const eachPair = (half: number, visit: (row: number, cosine: number, sine: number) => void) => {
    const stride = (size >> 1) / half;
    for (let t = 0; t < half; t++) {
      for (let row = t; row < size; row += 2 * half) visit(row, cosines[t * stride], sines[t * stride]);
    }
  };
  return {
    place: bitReversal(size),
    forward(real, imaginary, columns) {
      for (let half = size >> 1; half >= 1; half >>= 1) {
        eachPair(half, (row, cosine, sine) => {
          splitRows(real, imaginary, row * columns, (row + half) * columns, columns, cosine, -sine);
        });
      }
    },
    inverse(real, imaginary, columns) {
      for (let half = 1; half < size; half <<= 1) {
        eachPair(half, (row, cosine, sine) => {
          joinRows(real, imaginary, row * columns, (row + half) * columns, columns, cosine, sine);
        });
      }
    },
  };
}

/** (a, b) ← (a + b, (a − b)w) */
function splitRows(
  re: Float64Array,
  im: Float64Array,
  a: number,
  b: number,
  columns: number,
  wr: number,
  wi: number,
): void {
  for (const end = a + columns; a < end; a++, b++) {
    const dr = re[a] - re[b];
    const di = im[a] - im[b];
    re[a] += re[b];
    im[a] += im[b];
    re[b] = dr * wr - di * wi;
    im[b] = dr * wi + di * wr;
  }
}

/** (a, b) ← (a + bw, a − bw) */
function joinRows(
  re: Float64Array,
  im: Float64Array,
  a: number,
  b: number,
  columns: number,
  wr: number,
  wi: number,
): void {
  for (const end = a + columns; a < end; a++, b++) {
    const br = re[b] * wr - im[b] * wi;
    const bi = re[b] * wi + im[b] * wr;
    re[b] = re[a] - br;
    im[b] = im[a] - bi;
    re[a] += br;
    im[a] += bi;
  }
}

function bitReversal(size: number): Int32Array {
  const place = new Int32Array(size);
  for (let k = 1; k < size; k++) place[k] = (place[k >> 1] >> 1) | (k & 1 ? size >> 1 : 0);
  return place;
}
