import { readdirSync } from "node:fs";
import path from "node:path";
import { check } from "../core/errors";
import { readText } from "../io/files/readText";
import { loadDataset, type DatasetName } from "../datasets";
import { useEngine, type EngineName } from "../engine";
import { architectureDiagram, methodComparison, type Figure } from "../figures";
import { paperNeighborhood } from "../reproduce/figures/paperNeighborhood";
import { paperTsne } from "../reproduce/figures/paperTsne";
import type { ResultRow } from "../evaluate";
import { parseResult } from "../reproduce/resultFile";
import { defineCommand } from "./command";

const help = `Usage: ssdml figures [--dataset NAME] [--runs DIR] [--out DIR]

Draws the figures of the paper anew, each as SVG, PNG and PDF: the method and its architecture (Figures 1a and 2 in one), a
mined neighbourhood before and after a step of the metric (Figure 1b), the t-SNE of the ablation, and the tables as a chart with
the paper's numbers beside ours.

  --dataset NAME   of the t-SNE: mnist, fashion-mnist or cifar10 (default mnist)
  --runs DIR       runs of ssdml train; their models and results are used (default runs). Where there are none, a quick run of a
                   minute or two and the results that come with the package
  --seed N         (default 1)
  --engine NAME    cuda, tensorflow, webgpu, wasm, cpu (default: the fastest that works)
  --out DIR        (default out/figures)
  --help           show this text`;

const formats = ["svg", "png", "pdf"];
const ourResults = path.join(__dirname, "..", "..", "..", "results");

export const figures = defineCommand({
  name: "figures",
  summary: "draw the figures of the paper anew",
  help,
  options: {
    dataset: { type: "string", default: "mnist" },
    runs: { type: "string", default: "runs" },
    seed: { type: "string", default: "1" },
    engine: { type: "string", default: "auto" },
    out: { type: "string", default: path.join("out", "figures") },
  },
  async run({ values }, terminal) {
    const { dataset: name, runs, out } = values;
    const seed = Number(values.seed);
    check(
      ["mnist", "fashion-mnist", "cifar10"].includes(name),
      () => `figures: --dataset must be mnist, fashion-mnist or cifar10, got "${name}".`,
    );
    check(Number.isSafeInteger(seed), () => `figures: --seed must be a whole number, got "${values.seed}".`);
    const rows = savedRows(runs);
    await useEngine(values.engine as EngineName);
    const { signal } = terminal;
    const drawings: Record<string, () => Figure | Promise<Figure>> = {
      "figures-1a-and-2-architecture": () => architectureDiagram(),
      "figure1b-neighborhood": async () => paperNeighborhood(await loadDataset("mnist"), seed),
      "tables-1-and-4": () => methodComparison(rows),
      [`tsne-${name}`]: async () => paperTsne(await loadDataset(name as DatasetName), { seed, runs, signal }),
    };
    for (const [title, draw] of Object.entries(drawings)) {
      const figure = await Promise.race([draw(), aborted(signal)]);
      if (figure === undefined) {
        terminal.error("Stopped. The figures that were drawn are whole.");
        return 130;
      }
      for (const format of formats) await figure.save(path.join(out, `${title}.${format}`));
      terminal.out(`${path.join(out, title)}.{${formats.join(",")}}`);
    }
    return 0;
  },
});

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => {
      resolve(undefined);
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function readRows(file: string): ResultRow[] {
  return parseResult(readText(file), file, "Move it away, or name other runs with --runs.").rows;
}

/** The rows of all results in a folder of runs, or of the results that come with the package. */
function savedRows(runs: string): ResultRow[] {
  const results = (folder: string, recursive: boolean): string[] => {
    try {
      return readdirSync(folder, { recursive })
        .map((file) => path.join(folder, String(file)))
        .filter((file) => file.endsWith(".json"));
    } catch {
      return [];
    }
  };
  const own = results(runs, true).filter((file) => path.basename(file) === "results.json");
  const files = own.length > 0 ? own : results(ourResults, false);
  const rows = files.flatMap(readRows);
  // Every run of a seed judges the untrained network again.
  const key = ({ dataset, method, seed, metric, k }: ResultRow) => [dataset, method, seed, metric, k].join();
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}
