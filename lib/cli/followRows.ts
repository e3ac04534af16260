import { drainAsync, duration, plural } from "../core";
import type { RowEvent } from "../networks";
import type { Terminal } from "./command";
import { progressBar } from "./progressBar";

/** Runs the computation of feature vectors with a progress bar, and names the pictures that are left out. Returns its result. */
export async function followRows<Result>(
  label: string,
  steps: AsyncGenerator<RowEvent, Result, undefined>,
  terminal: Terminal,
): Promise<Result> {
  const text = (done: number, total: number, perSecond: number | undefined) => {
    const left =
      perSecond === undefined || done === total ? "" : `, ${duration((total - done) / perSecond)} left`;
    return `${done} of ${plural(total, "picture")}${left}`;
  };
  const bar = progressBar(label, terminal, { text });
  try {
    return await drainAsync(steps, (event) => {
      if (event.kind === "picture") bar.update(event.done, event.total);
      else {
        bar.end();
        terminal.error(`left out: ${event.problem}`);
      }
    });
  } finally {
    bar.end();
  }
}
