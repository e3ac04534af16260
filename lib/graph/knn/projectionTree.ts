import type { Matrix, Random } from "../../core/values";

/** A partition of the points into leaves of points near each other: leaf a holds `order[starts[a] … starts[a + 1] − 1]`. */
export interface Leaves {
  order: Int32Array;
  starts: number[];
}

/**
 * A random projection tree (Dasgupta & Freund 2008): halves the points along the line through two random ones of them, and so on with each
 * half, until at most `leafSize` are left. Every leaf holds at least half as many, also where points repeat.
 */
export function projectionTree({ data, shape: [n, d] }: Matrix, leafSize: number, draw: Random): Leaves {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const along = new Float32Array(n);
  const line = new Float32Array(d);
  const starts = [0];
  const waiting: [from: number, to: number][] = [[0, n]];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const [from, to] = part;
    if (to - from <= leafSize) {
      starts.push(to);
      continue;
    }
    const a = order[from + draw.integer(to - from)] * d;
    const b = order[from + draw.integer(to - from)] * d;
    for (let c = 0; c < d; c++) line[c] = data[a + c] - data[b + c];
    for (let t = from; t < to; t++) {
      const row = order[t] * d;
      let [even, odd] = [0, 0];
      for (let c = 0; c + 1 < d; c += 2) {
        even += line[c] * data[row + c];
        odd += line[c + 1] * data[row + c + 1];
      }
      if (d % 2 === 1) even += line[d - 1] * data[row + d - 1];
      along[t] = even + odd;
    }
    const middle = (from + to) >> 1;
    selectMiddle(along, order, from, to - 1, middle, draw);
    waiting.push([middle, to], [from, middle]);
  }
  return { order, starts };
}

/** Hoare's selection: swaps until no value before `middle` is larger, and none after it smaller, than the value there. */
function selectMiddle(
  values: Float32Array,
  order: Int32Array,
  low: number,
  high: number,
  middle: number,
  draw: Random,
): void {
  while (low < high) {
    const pivot = values[low + draw.integer(high - low + 1)];
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const [value, point] = [values[i], order[i]];
      values[i] = values[j];
      order[i++] = order[j];
      values[j] = value;
      order[j--] = point;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
