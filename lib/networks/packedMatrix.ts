import { check } from "../core";
import type { NamedArray } from "../io/files";

/** Smaller matrices are saved as they are. */
const leastRows = 512;
const levels = 32767;

/**
 * A large symmetric matrix in a quarter of its bytes: its diagonal as it is, and each entry below it as a 16-bit number q with
 * |a| = A(q/32767)², A the largest of them, so that small entries, which most are, keep the most digits. Embeddings of pictures that are
 * whitened by such a matrix differ by less than 1e-4. Other matrices are left as they are.
 */
export function packMatrix(name: string, { data, shape }: NamedArray): Record<string, NamedArray> {
  const [n, columns] = shape;
  if (shape.length !== 2 || n !== columns || n < leastRows) return { [name]: { data, shape } };
  const below = new Float32Array((n * (n - 1)) / 2);
  for (let i = 0, at = 0; i < n; i++)
    for (let j = 0; j < i; j++) below[at++] = (data[i * n + j] + data[j * n + i]) / 2;
  const largest = below.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
  const triangle = Int16Array.from(below, (value) =>
    Math.round(Math.sign(value) * levels * Math.sqrt(Math.abs(value) / largest)),
  );
  const diagonal = Float32Array.from({ length: n }, (_, i) => data[i * n + i]);
  return {
    [`${name}/diagonal`]: { data: diagonal, shape: [n] },
    [`${name}/triangle`]: { data: triangle, shape: [triangle.length] },
    [`${name}/largest`]: { data: Float32Array.of(largest), shape: [1] },
  };
}

/** The arrays of a file with the matrix in one piece again. */
export function unpackMatrix(name: string, arrays: Record<string, NamedArray>): Record<string, NamedArray> {
  const {
    [`${name}/diagonal`]: diagonal,
    [`${name}/triangle`]: triangle,
    [`${name}/largest`]: largest,
    ...others
  } = arrays as Record<string, NamedArray | undefined>;
  if (!triangle) return arrays;
  const n = diagonal?.data.length ?? 0;
  check(
    diagonal?.data instanceof Float32Array &&
      triangle.data instanceof Int16Array &&
      largest?.data instanceof Float32Array &&
      largest.data.length === 1 &&
      triangle.data.length === (n * (n - 1)) / 2,
    () => `the parts of ${name} do not fit each other`,
  );
  const data = new Float32Array(n * n);
  for (let i = 0, at = 0; i < n; i++) {
    data[i * n + i] = diagonal.data[i];
    for (let j = 0; j < i; j++, at++) {
      const level = triangle.data[at] / levels;
      data[i * n + j] = data[j * n + i] = Math.sign(level) * level * level * largest.data[0];
    }
  }
  return { ...(others as Record<string, NamedArray>), [name]: { data, shape: [n, n] } };
}
