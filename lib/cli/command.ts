/** Where a command writes and how it is told to stop; tests pass their own. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** True on a real terminal: progress bars redraw in place. Elsewhere they become plain lines. */
  interactive: boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** One `ssdml` command. It throws `UserError` for mistakes that the person at the keyboard can mend. */
export interface Command {
  /** As typed, such as "doctor" or "engine install". */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The whole text of `ssdml NAME --help`. */
  help: string;
  /** Runs with the words behind the name and returns the exit code. */
  run(words: string[], terminal: Terminal): Promise<number>;
}
