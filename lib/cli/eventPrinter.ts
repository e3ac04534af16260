import type { FetchEvent } from "../io/download";
import type { Terminal } from "./command";
import { type ProgressBar, progressBar } from "./progressBar";

/** Prints the events of a fetch: steps as lines, each download as a progress bar. */
export interface EventPrinter {
  print(event: FetchEvent): void;
  /** Leaves the last bar on the screen, so that other lines can follow. */
  end(): void;
}

export function eventPrinter(terminal: Terminal): EventPrinter {
  let bar: ProgressBar | undefined;
  let file = "";
  const end = () => {
    bar?.end();
    bar = undefined;
  };
  return {
    print(event) {
      if (event.kind === "step") {
        end();
        terminal.out(event.message);
        return;
      }
      if (bar === undefined || event.file !== file) {
        end();
        file = event.file;
        bar = progressBar(file, terminal);
      }
      bar.update(event.received, event.total);
    },
    end,
  };
}
