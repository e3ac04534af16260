import { check } from "../../core";
import { toFloat64, type MatrixLike } from "../../core/values";
import { readNumbers } from "../../core/options";

/** The smallest and the largest value; [Infinity, −Infinity] for none. `Math.min(...values)` overflows the stack for long lists. */
export function extent(values: Iterable<number>): [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return [least, greatest];
}

/** A number with the given significant digits, to keep specifications short. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}

/** A count for a title: 10,000. */
export const counted = (count: number) => count.toLocaleString("en-US");

/** Points of the plane, from [n, 2] coordinates such as those of `pca(…).points`, `tsne` and `umap`. */
export function readPlane(xy: MatrixLike, caller: string): { x: number; y: number }[] {
  const { data, shape } = toFloat64(xy, `${caller}: xy`);
  const [n, columns] = shape;
  check(
    n > 0 && columns === 2,
    () =>
      `${caller}: xy must be [n, 2] with n ≥ 1, got shape [${n}, ${columns}]. Lay the points out first: await tsne(embeddings).`,
  );
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  check(wrong < 0, () => `${caller}: xy must be finite, got ${data[wrong]} in row ${wrong >> 1}.`);
  return Array.from({ length: n }, (_, i) => ({ x: rounded(data[2 * i]), y: rounded(data[2 * i + 1]) }));
}

/** Positions of points, such as the labeled ones: whole numbers in [0, n). */
export function readPositions(positions: ArrayLike<number>, n: number, name: string): Set<number> {
  const set = new Set(Array.from(readNumbers(positions, name, "an array of positions")));
  for (const i of set) {
    check(
      Number.isInteger(i) && i >= 0 && i < n,
      () => `${name} must hold positions of points in [0, ${n - 1}], got ${i}.`,
    );
  }
  return set;
}

/** Positions 0 … n − 1, or `limit` of them, evenly spaced. */
export function evenly(n: number, limit: number): number[] {
  return Array.from({ length: Math.min(n, limit) }, (_, i) => (n <= limit ? i : Math.floor((i * n) / limit)));
}
