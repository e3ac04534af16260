import { duration, plural } from "../core";
import type { CellRecord, GridEvent } from "../reproduce";
import type { Terminal } from "./command";
import { progressBar } from "./progressBar";

/** Prints a line when a cell ends and, on a terminal, draws a bar below the lines. */
export async function followGrid(
  events: AsyncGenerator<GridEvent, void>,
  terminal: Terminal,
  write: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<void> {
  let status = "";
  const bar = progressBar("all cells", terminal, {
    // Erases the bar instead of leaving it above the next line.
    write: (text) => {
      write(text === "\n" ? "\r\u001b[K" : text);
    },
    text: () => status,
  });
  try {
    for await (const event of events) {
      if (event.kind === "started") {
        terminal.out(startLine(event));
        continue;
      }
      if (event.kind === "note") {
        bar.end();
        terminal.out(event.text);
        continue;
      }
      const { done, total, secondsLeft } = event;
      const left = secondsLeft === undefined || done === total ? [] : [`about ${duration(secondsLeft)} left`];
      if (event.kind === "cell") {
        bar.end();
        terminal.out(`[${done}/${total}] ${[...cellTexts(event.record), ...left].join("; ")}`);
      } else if (terminal.interactive) {
        const { jobs } = event;
        const alive = jobs ? [`${jobs.running} running`, `${jobs.waiting} waiting`] : [];
        status = [`${done} of ${total}`, ...alive, ...left].join(", ");
        bar.update(event.share, 1);
      }
    }
  } finally {
    bar.end();
  }
}

function startLine({
  total,
  finished,
  jobs,
  threads,
  cluster,
}: Extract<GridEvent, { kind: "started" }>): string {
  const each = threads === null ? "" : `, ${plural(threads, "thread")} each`;
  const place = cluster === undefined ? `${jobs} at a time` : `as jobs of ${cluster}`;
  return `${plural(total, "cell")}, ${finished} of them already finished; ${place}${each}`;
}

/** "mnist, Deep-LRML, seed 1: NMI 48.3, R@1 93.9" and "41 s" */
function cellTexts(record: CellRecord): string[] {
  const { dataset, method, seed, elapsedMs } = record;
  return [`${dataset}, ${method}, seed ${seed}: ${cellOutcome(record)}`, duration(elapsedMs / 1000)];
}

/** "NMI 48.3, R@1 93.9", or why the cell failed. */
export function cellOutcome(record: CellRecord): string {
  if (record.status === "failed") return `failed: ${record.error.split("\n")[0]}`;
  const percent = (metric: string, k: number | null) => {
    const row = record.rows.find(
      (each) => each.method === record.method && each.metric === metric && each.k === k,
    );
    return row ? (100 * row.value).toFixed(1) : "–";
  };
  return `NMI ${percent("nmi", null)}, R@1 ${percent("recall", 1)}`;
}
