import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useEngine } from "../../lib/engine";
import { pca, tsne } from "../../lib/project";
import type { BenchCase } from "../case";
import { embeddedDigits } from "./digits";

export const tsneLayout: BenchCase = {
  name: "tsne",
  title: "t-SNE, 10,000 × 64, 1,000 iterations",
  engines: [],
  peers: ["scikit-learn"],
  repeats: 1,
  bars: [{ subject: "ssdml", reference: "scikit-learn", factor: 1.5 }],
  async prepare(shared) {
    // The engine only finds the neighbors.
    await useEngine("auto");
    const { z } = await embeddedDigits(10_000);
    const { points } = pca(z, { dimensions: 64 });
    const x = { data: Float32Array.from(points.data), shape: points.shape };
    await writeFile(path.join(shared, "tsne.f32"), x.data);
    return {
      async run() {
        await tsne(x, { perplexity: 30, iterations: 1000 });
      },
    };
  },
};
