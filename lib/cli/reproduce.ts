import path from "node:path";
import { check, plural } from "../core";
import { catalog, fetchDataset } from "../datasets";
import { engineNames, useEngine, type EngineName } from "../engine";
import {
  cancelJobs,
  countJobs,
  finishedCells,
  gridSchema,
  previewJobs,
  readReport,
  readStore,
  reproductionGrid,
  runGrid,
  runSchema,
  scales,
  storeFile,
  tables,
  writeReport,
  type Executor,
  type GridCell,
  type TableName,
} from "../reproduce";
import { defineCommand, type Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";
import { clusterSchema, readCluster } from "./clusterOptions";
import { readEngine } from "./engineOption";
import { followGrid } from "./followGrid";
import { checkedOptions, helpLine, optionHelp, optionTable } from "./schemaOptions";

/** Options that are read as the functions of the library read them. */
const schema = {
  scale: gridSchema.scale,
  seeds: gridSchema.seeds,
  features: gridSchema.features,
  jobs: runSchema.jobs,
};

const help = `Usage: ssdml reproduce table1 | table2 | table3 | table4 | table5 [--dataset NAME]… [--methods NAMES] [--seeds N] [--scale NAME]

Runs a table of the paper and compares our mean ± standard deviation with the paper's numbers. Each cell of the grid is a data set, a method
and a seed. If the run is interrupted or killed, run the same command again to resume: finished cells are kept, failed ones are tried again.

${helpLine("table1", `deep versions of the competitors, and AGML: ${tables.table1.methods.join(", ")}`)}
${helpLine("table2", "the same methods on CUB-200 and Cars-196, from features of GoogLeNet (docs/fine-grained.md)")}
${helpLine("table3", `on the same features, methods that see no label: ${tables.table3.methods.join(", ")}`)}
${helpLine("table4", tables.table4.methods.join(", "))}
${helpLine("table5", `on all data sets, methods that learn from labeled examples alone: ${tables.table5.methods.join(", ")}`)}
${helpLine("", 'every run also evaluates "Initial", the untrained network')}

${helpLine("--dataset NAME", `${tables.table1.datasets.join(", ")}, for table2 ${tables.table2.datasets.join(", ")}; may be given more than once (default: all)`)}
${helpLine("--methods NAMES", "separated by commas (default: all of the table)")}
${helpLine("--method FILE", "a method of your own as a further row: a file such as ./mine.ts whose default export is defineMethod({ name, … }). Without --methods only its cells are run")}
${optionHelp(schema)}
${helpLine("--out DIR", "where everything goes (default runs/reproduce-TABLE-SCALE)")}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest one that works)`)}
${helpLine("--dry-run", "only show which cells would be run, and for a cluster what would be submitted")}
${helpLine("--help", "show this text")}

On a cluster (docs/cluster.md)
${optionHelp(clusterSchema)}
${helpLine("--cancel", "end the jobs that earlier calls submitted for this folder")}

The schedules
${Object.entries(scales)
  .map(([name, { purpose }]) => helpLine(name, purpose))
  .join("\n")}

On this machine, each of N jobs gets 1/N of the threads; a further one starts only while 3 GB of memory are free.
DIR/results.jsonl has one line per cell with everything needed to repeat it. DIR/report.md, report.html, report.svg and report.png
show the table. DIR/cells holds the models. The exit code is 1 if a cell failed.`;

export const reproduce = defineCommand({
  name: "reproduce",
  summary: "run a table of the paper and compare with its numbers",
  help,
  options: {
    dataset: { type: "string", multiple: true },
    methods: { type: "string", multiple: true },
    method: { type: "string", multiple: true },
    out: { type: "string" },
    engine: { type: "string" },
    "dry-run": { type: "boolean" },
    cancel: { type: "boolean" },
    ...optionTable({ ...schema, ...clusterSchema }),
  },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    const [table, extra] = positionals;
    check(
      table !== undefined && extra === undefined,
      () =>
        `reproduce needs one table, ${Object.keys(tables).join(" or ")}, got ${positionals.join(" ") || "none"}. Type ssdml reproduce --help.`,
    );
    const { scale, seeds, features, jobs } = checkedOptions("reproduce", schema, values);
    const datasets = names(values.dataset);
    const asked = { scale, seeds, features, datasets, methods: names(values.methods), files: values.method };
    const cells = reproductionGrid(table as TableName, asked);
    const folder = values.out ?? path.join("runs", `reproduce-${table}-${scale}`);
    const cluster = readCluster("reproduce", values);
    if (cluster && values.cancel) {
      const jobs = await cancelJobs(cluster.executor, folder);
      terminal.out(`${plural(jobs, "job")} canceled`);
      return 0;
    }
    const { unreadable } = readStore(storeFile(folder));
    if (unreadable.length > 0) {
      terminal.error(
        `${storeFile(folder)}: line ${unreadable.join(", ")} cannot be read; its cell will run again.`,
      );
    }
    const pending = unfinished(cells, folder);
    if (values["dry-run"]) {
      const ids = pending.map(({ id }) => id);
      const { executor } = cluster ?? {};
      terminal.out(`${plural(pending.length, "cell")} to run${["", ...ids].join("\n  ")}`);
      if (executor) for (const text of previewJobs(executor, folder, ids)) terminal.out(`\n${text}`);
      return 0;
    }
    if (pending.length > 0) {
      await cluster?.executor.checkAvailable();
      const engine = await chooseEngine(values, cluster !== undefined, terminal);
      await fetchMissing(pending, terminal);
      const { signal } = terminal;
      await followGrid(runGrid({ cells, folder, engine, jobs, cluster, signal }), terminal);
    } else {
      terminal.out(`all ${plural(cells.length, "cell")} already finished`);
    }
    const files = await writeReport(readReport(table as TableName, asked, folder), folder);
    terminal.out(`Written: ${[storeFile(folder), ...files].join(", ")}`);
    if (terminal.signal.aborted) {
      terminal.error(
        cluster ? await jobsGoOn(cluster.executor, folder) : "Stopped. Run the same command again to resume.",
      );
      return 130;
    }
    const failed = unfinished(cells, folder).length;
    if (failed > 0) {
      terminal.error(
        `${failed} of ${plural(cells.length, "cell")} failed. Run the same command again to retry them.`,
      );
    }
    return failed > 0 ? 1 : 0;
  },
});

/** The engine of all cells. One that was typed, or that a GPU asks for, need not work on this machine if others compute. */
async function chooseEngine(
  values: { engine?: string | undefined },
  isRemote: boolean,
  terminal: Terminal,
): Promise<EngineName> {
  const { gpus } = checkedOptions("reproduce", clusterSchema, values);
  const asked = readEngine("reproduce", values.engine ?? (gpus > 0 ? "cuda" : undefined));
  if (isRemote && asked !== "auto") return asked;
  const { name, version, device } = await useEngine(asked);
  terminal.out(`engine: ${name} ${version} on ${device}`);
  return name;
}

/** What a person should know who stops watching a cluster. */
async function jobsGoOn(executor: Executor, folder: string): Promise<string> {
  const count = await countJobs(executor, folder).then(
    ({ running, waiting }) => `${running} running, ${waiting} waiting`,
    (error: unknown) => (error as Error).message.replace(/\.$/, ""),
  );
  return `Stopped watching. The jobs go on in ${executor.name}: ${count}. Run the same command again to find them and to collect their results, or add --cancel to end them.`;
}

function unfinished(cells: readonly GridCell[], folder: string): GridCell[] {
  const finished = finishedCells(readStore(storeFile(folder)).records);
  return cells.filter(({ id }) => !finished.has(id));
}

/** Fetches data sets here, so that parallel processes do not all try to. */
async function fetchMissing(cells: readonly GridCell[], terminal: Terminal): Promise<void> {
  const printer = eventPrinter(terminal);
  try {
    const fromImages = cells.filter(({ features }) => features === undefined);
    for (const name of new Set(fromImages.map(({ dataset }) => dataset))) {
      if (catalog[name].place() !== undefined) continue;
      for await (const event of fetchDataset(name, { signal: terminal.signal })) printer.print(event);
    }
  } catch (error) {
    if (!terminal.signal.aborted) throw error;
  } finally {
    printer.end();
  }
}

/** --methods A,B --methods C → A, B, C */
function names(words: readonly string[] | undefined): string[] | undefined {
  return words?.flatMap((word) => word.split(",").map((name) => name.trim()));
}
