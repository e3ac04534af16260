import { writeFile } from "node:fs/promises";
import path from "node:path";
import { random } from "../../lib/core/values";
import { searchIndex } from "../../lib/search";
import type { BenchCase } from "../case";

const [count, dimension, neighbors, queries] = [100_000, 64, 10, 100];

/** Unit vectors around 500 centers, as embeddings of classes are, and queries of the same kind. */
function clouds(): { rows: Float32Array; asked: Float32Array } {
  const draw = random(1);
  const centers = Float32Array.from({ length: 500 * dimension }, () => draw.normal());
  const around = (n: number) => {
    const data = new Float32Array(n * dimension);
    for (let i = 0; i < n; i++) {
      const center = draw.integer(500) * dimension;
      const row = data.subarray(i * dimension, (i + 1) * dimension);
      for (let c = 0; c < dimension; c++) row[c] = centers[center + c] + draw.normal();
      const length = Math.hypot(...row);
      for (let c = 0; c < dimension; c++) row[c] /= length;
    }
    return data;
  };
  return { rows: around(count), asked: around(queries) };
}

export const search: BenchCase = {
  name: "search",
  title: "100 queries one by one, 10 nearest of 100,000 × 64",
  engines: [],
  peers: ["faiss", "numpy"],
  repeats: 7,
  // Less than 10 ms per query.
  bars: [{ subject: "ssdml", reference: 10 * queries, factor: 1 }],
  async prepare(shared) {
    const { rows, asked } = clouds();
    await writeFile(path.join(shared, "indexed.f32"), rows);
    await writeFile(path.join(shared, "queries.f32"), asked);
    const index = searchIndex({ data: rows, shape: [count, dimension] });
    return {
      run() {
        for (let q = 0; q < queries; q++)
          index.nearest(asked.subarray(q * dimension, (q + 1) * dimension), neighbors);
        return Promise.resolve();
      },
    };
  },
};
