import type { Notebook } from "./cellGlobals";
import type { DisplayOptions } from "./display/displayHandle";
import type { Displays } from "./display/displays";
import { html, latex, markdown, svg } from "./display/media";
import { progress } from "./display/progress";
import type { Comms } from "./io/comms";
import { forCells } from "./realm/promises";
import { host } from "./realm/realm";
import type { CellContext } from "./run/cellContext";
import type { Input } from "./run/input";

/** Gives cells the globals that `cellGlobals.ts` declares. */
export function defineGlobals(
  context: CellContext,
  displays: Displays,
  comms: Comms,
  input: Input,
  clear: (wait: boolean) => void,
): void {
  const notebook: Notebook = {
    get signal() {
      return context.signal;
    },
    comms,
    html,
    markdown,
    latex,
    svg,
    clear: (wait = false) => {
      clear(wait);
    },
  };
  const globals = {
    display: (value: unknown, options?: DisplayOptions) => forCells(displays.display(value, options)),
    progress: (source: Iterable<unknown>, options = {}) => progress(source, options, displays.place().draw),
    input: (prompt = "", { password = false } = {}) => forCells(input.ask(context.current, prompt, password)),
    notebook,
  };
  Object.assign(host, globals);
}
