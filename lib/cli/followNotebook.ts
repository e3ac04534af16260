import { stripVTControlCharacters } from "node:util";
import { duration } from "../core";
import type { CellFailure, NotebookEvent } from "../jupyter";
import type { Terminal } from "./command";
import { progressBar } from "./progressBar";

/** How a run ended, and whether any cell had started. */
type Ending = Extract<NotebookEvent, { kind: "finished" }> & { hasBegun: boolean };

/** Shows the progress of a run, as a bar on a terminal and as one line per cell elsewhere. Returns how the run ended. */
export async function followNotebook(
  name: string,
  events: AsyncGenerator<NotebookEvent, void, undefined>,
  terminal: Terminal,
): Promise<Ending> {
  let position = { number: 0, cells: 0 };
  let since = performance.now();
  const text = () =>
    `cell ${position.number} of ${position.cells}, ${duration((performance.now() - since) / 1000)}`;
  const bar = terminal.interactive ? progressBar(name, terminal, { text }) : undefined;
  const redraw = () => {
    if (position.cells > 0) bar?.update(position.number - 1, position.cells);
  };
  const clock = setInterval(redraw, 500);
  try {
    for await (const event of events) {
      if (event.kind === "cellStarted") {
        position = event;
        since = performance.now();
        redraw();
      } else if (event.kind === "cellFinished") {
        const { number, cells, status, elapsedMs } = event;
        if (status === "ok") bar?.update(number, cells);
        if (!bar) terminal.out(`cell ${number}/${cells}: ${status}, ${(elapsedMs / 1000).toFixed(1)} s`);
      } else if (event.kind === "finished") return { ...event, hasBegun: position.number > 0 };
    }
    throw new Error("a run ended without its last event");
  } finally {
    clearInterval(clock);
    bar?.end();
  }
}

/** The cell with line numbers, followed by its error. */
export function failureText({ number, source, message }: CellFailure, colors: boolean): string {
  const lines = source.split("\n");
  const width = String(lines.length).length;
  const code = lines.map((line, i) => `  ${String(i + 1).padStart(width)} | ${line}`);
  return [
    `\nCell ${number} failed:\n`,
    ...code,
    "",
    colors ? message : stripVTControlCharacters(message),
    "",
  ].join("\n");
}
