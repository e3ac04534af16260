import { toFloat64 } from "../core/values";
import type { Algebra, Matrix64 } from "./algebra";
import { combine, innerProduct } from "./vectorSpace";
import { multiply, transposeMultiply } from "./multiply";
import { polarRetraction } from "./polarRetraction";

/** The reference precision: plain TypeScript on row-major Float64Arrays. */
export const float64: Algebra<Matrix64> = {
  precision: "float64",
  epsilon: Number.EPSILON,
  from(matrix, name) {
    const { data, shape } = toFloat64(matrix, name);
    return { data: data.slice(), shape: [shape[0], shape[1]] };
  },
  shape: (a) => a.shape,
  multiply,
  transposeMultiply,
  combine,
  symmetricPart(a) {
    const n = a.shape[0];
    const data = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) data[i * n + j] = (a.data[i * n + j] + a.data[j * n + i]) / 2;
    return { data, shape: [n, n] };
  },
  shift(alpha, a, beta) {
    const n = a.shape[0];
    const data = a.data.map((value) => alpha * value);
    for (let i = 0; i < n; i++) data[i * n + i] += beta;
    return { data, shape: [n, n] };
  },
  stack(a, b) {
    const data = new Float64Array(a.data.length + b.data.length);
    data.set(a.data);
    data.set(b.data, a.data.length);
    return { data, shape: [a.shape[0] + b.shape[0], a.shape[1]] };
  },
  scaleRows(a, weights) {
    const [rows, columns] = a.shape;
    const data = new Float64Array(rows * columns);
    for (let i = 0; i < rows; i++) {
      const weight = weights[i];
      for (let k = i * columns; k < (i + 1) * columns; k++) data[k] = weight * a.data[k];
    }
    return { data, shape: [rows, columns] };
  },
  rowProducts(a, b) {
    const [rows, columns] = a.shape;
    const products = new Float64Array(rows);
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      for (let k = i * columns; k < (i + 1) * columns; k++) sum += a.data[k] * b.data[k];
      products[i] = sum;
    }
    return products;
  },
  gram(matrices) {
    const k = matrices.length;
    const products = new Float64Array(k * k);
    for (let i = 0; i < k; i++)
      for (let j = 0; j <= i; j++)
        products[i * k + j] = products[j * k + i] = innerProduct(matrices[i], matrices[j]);
    return products;
  },
  polarRetraction,
  read(numbers) {
    if (numbers instanceof Float64Array) return numbers;
    if (typeof numbers === "number") return [numbers];
    return Promise.resolve(numbers as Promise<number>).then((value) => [value]);
  },
  scope: (f) => f(),
  dispose: () => undefined,
};
