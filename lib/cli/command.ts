import type { parseArgs, ParseArgsConfig } from "node:util";

/** Where a command writes, and the signal that stops it. Tests pass their own. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** True on a real terminal, where progress bars redraw in place. Elsewhere they become plain lines. */
  interactive: boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** The options of a command, as Node's `parseArgs` takes them. `--help` is added to every command. */
export type OptionTable = NonNullable<ParseArgsConfig["options"]>;

/** What the user typed after the name of a command. */
export type Arguments<Options extends OptionTable> = Pick<
  ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>>,
  "values" | "positionals"
>;

/** One `ssdml` command. It throws `UserError` for mistakes that the user can fix. */
export interface Command<Options extends OptionTable = OptionTable> {
  /** As typed, such as "doctor" or "engine install". */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The whole text of `ssdml NAME --help`. */
  help: string;
  options: Options;
  /** The option that a word on its own was probably meant for: the data set of `ssdml train pictures`. */
  mainOption?: string;
  /** True if the command takes words that are not options, such as the name of a notebook. */
  takesWords?: boolean;
  /** Changes the words before they are parsed. */
  rewrite?(words: string[]): string[];
  /** Runs the command and returns the exit code. */
  run(given: Arguments<Options>, terminal: Terminal): Promise<number>;
}

/** Returns the command as it is; its options give the types of the values that `run` gets. */
export function defineCommand<const Options extends OptionTable>(
  command: Command<Options>,
): Command<Options> {
  return command;
}
