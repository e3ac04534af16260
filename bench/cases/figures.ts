import { random } from "../../lib/core/values/random";
import { embeddingScatter } from "../../lib/figures";
import type { BenchCase } from "../case";

export const figures: BenchCase = {
  name: "figures",
  title: "scatter of 10,000 points to PNG",
  engines: [],
  peers: [],
  bars: [{ subject: "ssdml", reference: 3000, factor: 1 }],
  prepare() {
    const stream = random(1);
    const n = 10_000;
    const labels = Int32Array.from({ length: n }, (_, i) => i % 10);
    const data = Float32Array.from({ length: 2 * n }, () => stream.normal());
    return Promise.resolve({
      async run() {
        await embeddingScatter({ data, shape: [n, 2] }, labels, { labeled: [0, 1, 2] }).toPng();
      },
    });
  },
};
