import type { Matrix } from "../../../lib/core/values/matrix";
import { random } from "../../../lib/core/values/random";

/** Points of 20 classes that vary in a few directions each, a little off: like embeddings. */
export function clusteredCloud(n: number, d: number, seed: number): Matrix<Float32Array> {
  const [classes, directions] = [20, 6];
  const draw = random(seed);
  const normals = (count: number) => Float64Array.from({ length: count }, () => draw.normal());
  const centers = normals(classes * d);
  const bases = normals(classes * d * directions);
  const data = new Float32Array(n * d);
  for (let i = 0; i < n; i++) {
    const label = draw.integer(classes);
    const within = normals(directions);
    for (let c = 0; c < d; c++) {
      let value = centers[label * d + c] + 0.1 * draw.normal();
      for (let s = 0; s < directions; s++) value += 0.4 * bases[(label * d + c) * directions + s] * within[s];
      data[i * d + c] = value;
    }
  }
  return { data, shape: [n, d] };
}

/** Equal in all directions: the hardest points for an approximate search. */
export function roundCloud(n: number, d: number, seed: number): Matrix<Float32Array> {
  const draw = random(seed);
  return { data: Float32Array.from({ length: n * d }, () => draw.normal()), shape: [n, d] };
}
