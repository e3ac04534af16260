import { readdirSync } from "node:fs";
import path from "node:path";
import { check, plural } from "../core";
import { didYouMean } from "../core/options";
import { readText, requireWritable } from "../io/files";
import { loadDataset, type DatasetName } from "../datasets";
import { useEngine } from "../engine";
import { architectureDiagram, methodComparison, type Figure } from "../figures";
import { paperNeighborhood, paperRuns, paperTsne, parseResult, tsneRun, type SavedRun } from "../reproduce";
import type { ResultRow } from "../evaluate";
import { defineCommand } from "./command";
import { readEngine } from "./engineOption";

const datasetNames = ["mnist", "fashion-mnist", "cifar10"];

const help = `Usage: ssdml figures [--dataset NAME] [--runs DIR] [--out DIR]

Redraws the figures of the paper as SVG, PNG and PDF: the method and its architecture (Figures 1a and 2 combined), a mined
neighborhood before and after a step of the metric (Figure 1b), the t-SNE of the ablation, and a chart of the tables that
compares our numbers with the paper's.

  --dataset NAME   the data set of the t-SNE: mnist, fashion-mnist or cifar10 (default mnist)
  --runs DIR       runs of ssdml train (default runs). Those of the paper's data sets and methods with its settings are used,
                   whatever their schedule, and the others are named. Without any, the t-SNE uses a quick run of a minute or
                   two, and the chart uses the results that come with the package
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
      datasetNames.includes(name),
      () =>
        `figures: --dataset must be mnist, fashion-mnist or cifar10, got "${name}".${didYouMean(name, datasetNames)}`,
    );
    check(Number.isSafeInteger(seed), () => `figures: --seed must be a whole number, got "${values.seed}".`);
    await requireWritable(out, "figures-1a-and-2-architecture.svg");
    const { rows, lines } = comparableRows(runs);
    for (const line of lines) terminal.out(line);
    for (const orthogonal of [true, false])
      terminal.out(`t-SNE ${tsneRun(name, orthogonal, { runs, seed }).text}`);
    await useEngine(readEngine("figures", values.engine));
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

/** The results in a folder of runs. */
function savedRuns(folder: string, recursive: boolean): SavedRun[] {
  let files: string[];
  try {
    files = readdirSync(folder, { recursive }).map((file) => path.join(folder, String(file)));
  } catch {
    return [];
  }
  const own = (file: string) => (recursive ? path.basename(file) === "results.json" : file.endsWith(".json"));
  return files
    .filter(own)
    .sort()
    .map((file) => {
      const result = parseResult(readText(file), file, "Move it elsewhere, or name other runs with --runs.");
      return { file, result };
    });
}

/** The rows of the runs that belong in the chart, or else of the results that come with the package, and which runs these are. */
function comparableRows(runs: string): { rows: ResultRow[]; lines: string[] } {
  const { used, skipped } = paperRuns(savedRuns(runs, true));
  const chosen = used.length > 0 ? used : paperRuns(savedRuns(ourResults, false)).used;
  const lines = [
    used.length > 0
      ? `chart of the tables: ${plural(used.length, "run")} in ${runs}`
      : `chart of the tables: the results that come with ssdml, because ${runs} has no runs with the paper's settings`,
    ...used.map(({ file, result }) => `  used     ${path.dirname(file)}: ${title(result)}`),
    ...skipped.map(
      ({ file, result, reason }) => `  skipped  ${path.dirname(file)}: ${title(result)}; ${reason}`,
    ),
  ];
  const rows = chosen.flatMap(({ result }) => result.rows);
  // All runs of a seed evaluate the same untrained network.
  const key = ({ dataset, method, seed, metric, k }: ResultRow) => [dataset, method, seed, metric, k].join();
  return { rows: [...new Map(rows.map((row) => [key(row), row])).values()], lines };
}

const title = ({ method, dataset, seed, epochs }: SavedRun["result"]) =>
  `${method} on ${dataset}, seed ${seed}, ${plural(epochs, "epoch")}`;
