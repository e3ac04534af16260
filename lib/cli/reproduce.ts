import path from "node:path";
import { check, plural } from "../core";
import { catalog, fetchDataset } from "../datasets";
import { useEngine, type EngineName } from "../engine";
import {
  finishedCells,
  gridDefaults,
  readReport,
  readStore,
  reproductionGrid,
  runGrid,
  scales,
  storeFile,
  tables,
  writeReport,
  type GridCell,
  type ScaleName,
  type TableName,
} from "../reproduce";
import { defineCommand, type Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";
import { followGrid } from "./followGrid";

const d = gridDefaults;
const help = `Usage: ssdml reproduce table1 | table4 [--dataset NAME]… [--methods NAMES] [--seeds N] [--scale NAME]

Runs a table of the paper and compares our mean ± standard deviation with the paper's numbers. Each cell of the grid is a data set, a method
and a seed. If the run is interrupted or killed, run the same command again to resume: finished cells are kept, failed ones are tried again.

  table1           deep versions of the competitors, and AGML: ${tables.table1.methods.join(", ")}
  table4           ${tables.table4.methods.join(", ")}
                   every run also evaluates "Initial", the untrained network

  --dataset NAME   ${tables.table1.datasets.join(", ")}; may be given more than once (default: all)
  --methods NAMES  separated by commas (default: all of the table)
  --method FILE    a method of your own as a further row: a file such as ./mine.ts whose default export is
                   defineMethod({ name, … }). Without --methods only its cells are run
  --seeds N        seeds 1 to N (default ${d.seeds})
  --scale NAME     the schedule (default ${d.scale})
${Object.entries(scales)
  .map(([name, { purpose }]) => `                     ${name.padEnd(7)}${purpose}`)
  .join("\n")}
  --jobs N         number of processes to run in parallel (default 1). Each engine gets 1/N of the threads. A further process
                   starts only while 3 GB of memory are free
  --out DIR        where everything goes (default runs/reproduce-TABLE-SCALE)
  --engine NAME    cuda, tensorflow, webgpu, wasm, cpu (default: the fastest one that works)
  --help           show this text

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
    seeds: { type: "string" },
    scale: { type: "string" },
    jobs: { type: "string" },
    out: { type: "string" },
    engine: { type: "string" },
  },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    const [table, extra] = positionals;
    check(
      table !== undefined && extra === undefined,
      () =>
        `reproduce needs one table, ${Object.keys(tables).join(" or ")}, got ${positionals.join(" ") || "none"}. Type ssdml reproduce --help.`,
    );
    const scale = (values.scale ?? d.scale) as ScaleName;
    const jobs = wholeNumber("jobs", values.jobs, 1, 64);
    const asked = {
      scale,
      datasets: names(values.dataset),
      methods: names(values.methods),
      files: values.method,
      seeds: wholeNumber("seeds", values.seeds, d.seeds, 1000),
    };
    const cells = reproductionGrid(table as TableName, asked);
    const folder = values.out ?? path.join("runs", `reproduce-${table}-${scale}`);
    const { unreadable } = readStore(storeFile(folder));
    if (unreadable.length > 0) {
      terminal.error(
        `${storeFile(folder)}: line ${unreadable.join(", ")} cannot be read; its cell will run again.`,
      );
    }
    const pending = unfinished(cells, folder);
    if (pending.length > 0) {
      const engine = await useEngine((values.engine ?? "auto") as EngineName);
      terminal.out(`engine: ${engine.name} ${engine.version} on ${engine.device}`);
      await fetchMissing(pending, terminal);
      const { signal } = terminal;
      await followGrid(runGrid({ cells, folder, engine: engine.name, jobs, signal }), terminal);
    } else {
      terminal.out(`all ${plural(cells.length, "cell")} already finished`);
    }
    const files = await writeReport(readReport(table as TableName, asked, folder), folder);
    terminal.out(`Written: ${[storeFile(folder), ...files].join(", ")}`);
    if (terminal.signal.aborted) {
      terminal.error("Stopped. Run the same command again to resume.");
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

function unfinished(cells: readonly GridCell[], folder: string): GridCell[] {
  const finished = finishedCells(readStore(storeFile(folder)).records);
  return cells.filter(({ id }) => !finished.has(id));
}

/** Fetches data sets here, so that parallel processes do not all try to. */
async function fetchMissing(cells: readonly GridCell[], terminal: Terminal): Promise<void> {
  const printer = eventPrinter(terminal);
  try {
    for (const name of new Set(cells.map(({ dataset }) => dataset))) {
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

function wholeNumber(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  check(
    text.trim() !== "" && Number.isInteger(value) && value >= 1 && value <= most,
    () => `reproduce: --${name} must be a whole number in [1, ${most}], got "${text}".`,
  );
  return value;
}
