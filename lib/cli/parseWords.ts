import { parseArgs } from "node:util";
import { UserError } from "../core";
import { closest } from "../core/options";
import type { Arguments, Command, OptionTable } from "./command";

/** The values of a command's options. Unknown options, missing values and unexpected words are rejected in one sentence each. */
export function parseWords(command: Command, words: string[]): Arguments<OptionTable> {
  const options: OptionTable = { ...command.options, help: { type: "boolean", short: "h" } };
  const { values, positionals, tokens } = parseArgs({
    args: command.rewrite?.(words) ?? words,
    options,
    allowPositionals: true,
    strict: false, // the checks below have better sentences than Node
    tokens: true,
  });
  for (const token of tokens) {
    const fault =
      token.kind === "option"
        ? optionFault(token, options)
        : token.kind === "positional" && !command.takesWords
          ? wordFault(token.value, Object.keys(options), command.mainOption)
          : undefined;
    if (fault !== undefined)
      throw new UserError(`${command.name}: ${fault} Type ssdml ${command.name} --help.`);
  }
  return { values: values, positionals };
}

interface OptionToken {
  name: string;
  /** As typed, without a value after "=". */
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function optionFault(
  { name, rawName, value, inlineValue }: OptionToken,
  options: OptionTable,
): string | undefined {
  if (!Object.hasOwn(options, name)) {
    const near = closest(name, Object.keys(options));
    return `there is no option ${rawName}${near === undefined ? "." : `; did you mean --${near}?`}`;
  }
  if (options[name].type === "boolean")
    return value === undefined ? undefined : `${rawName} takes no value, got "${value}".`;
  if (value === undefined) return `${rawName} needs a value.`;
  // A dash alone often means the standard input.
  if (inlineValue !== true && value.length > 1 && value.startsWith("-"))
    return `${rawName} needs a value, but an option follows. If ${value} is the value, write ${rawName}=${value}.`;
  return undefined;
}

function wordFault(word: string, known: readonly string[], mainOption: string | undefined): string {
  const near = closest(word, known) ?? (mainOption === undefined ? undefined : `${mainOption} ${word}`);
  return `unexpected word "${word}"${near === undefined ? "." : `; did you mean --${near}?`}`;
}
