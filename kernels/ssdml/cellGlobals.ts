import type { Comms } from "./io/comms";
import type { MimeBundle } from "./display/mimeBundle";
import type { DisplayHandle, DisplayOptions } from "./display/displayHandle";
import type { Displayable } from "./display/media";
import type { ProgressOptions } from "./display/progress";

/** The kernel's services for cells, in addition to the three global functions. */
export interface Notebook {
  /** Aborts when the running cell is interrupted: pass it to whatever takes an `AbortSignal`. */
  readonly signal: AbortSignal;
  /** Channels between a cell and its outputs in the browser. */
  readonly comms: Comms;
  html(markup: string): Displayable;
  markdown(text: string): Displayable;
  latex(formula: string): Displayable;
  svg(markup: string): Displayable;
  /** Removes the cell's outputs so far, at once or, with `wait`, when the next output arrives. */
  clear(wait?: boolean): void;
}

export type { DisplayOptions, MimeBundle };

declare global {
  /** Node's types have these only since version 20.11. */
  interface ImportMeta {
    dirname: string;
    filename: string;
    url: string;
    resolve(specifier: string): string;
  }
  /** Shows a value, as a cell shows its last value. */
  function display(value: unknown, options?: DisplayOptions): Promise<DisplayHandle>;
  /** The items of `source`, with a progress bar: `for (const x of progress(list)) …`, also with `for await`. */
  function progress<T>(
    source: Iterable<T> | AsyncIterable<T>,
    options?: ProgressOptions,
  ): Iterable<T> & AsyncIterable<T>;
  /** Asks the user: `const name = await input("Your name? ")`. */
  function input(prompt?: string, options?: { password?: boolean }): Promise<string>;
  /** The kernel's other services. */
  var notebook: Notebook;
}
