import { readdirSync } from "node:fs";
import path from "node:path";
import { check } from "../core";
import { readText } from "../io/files";
import { loadDataset, type DatasetName } from "../datasets";
import { useEngine, type EngineName } from "../engine";
import { architectureDiagram, methodComparison, type Figure } from "../figures";
import { paperNeighborhood, paperTsne, parseResult } from "../reproduce";
import type { ResultRow } from "../evaluate";
import { defineCommand } from "./command";

const help = `Usage: ssdml figures [--dataset NAME] [--runs DIR] [--out DIR]

Redraws the figures of the paper as SVG, PNG and PDF: the method and its architecture (Figures 1a and 2 combined), a mined
neighborhood before and after a step of the metric (Figure 1b), the t-SNE of the ablation, and a chart of the tables that
compares our numbers with the paper's.

  --dataset NAME   the data set of the t-SNE: mnist, fashion-mnist or cifar10 (default mnist)
  --runs DIR       runs of ssdml train, whose models and results are used (default runs). If there are none, the t-SNE uses a
                   quick run of a minute or two, and the chart uses the results that come with the package
  --seed N         seed of everything random (default 1)
  --engine NAME    cuda, tensorflow, webgpu, wasm, cpu (default: the fastest one that works)
  --out DIR        where the figures go (default out/figures)
  --help           show this text`;

const formats = ["svg", "png", "pdf"];
const ourResults = path.join(__dirname, "..", "..", "..", "results");

export const figures = defineCommand({
  name: "figures",
  summary: "redraw the figures of the paper",
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
        terminal.error("Stopped. The figures written so far are complete.");
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
  return parseResult(readText(file), file, "Move it elsewhere, or name other runs with --runs.").rows;
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
  // All runs of a seed evaluate the same untrained network.
  const key = ({ dataset, method, seed, metric, k }: ResultRow) => [dataset, method, seed, metric, k].join();
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}
