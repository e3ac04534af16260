import type { OptionTable } from "./command";
import { optionName } from "./schemaOptions";

/**
 * A library's sentence in the words of the command line: where it advises `{ label: "kind" }` or names `batchSize`, the options --label and
 * --batch-size are what can be typed. Names that the command has no option for stay as they are, and objects, which cannot be typed, are
 * left out.
 */
export function typedAdvice(message: string, options: OptionTable): string {
  const typed = (name: string) =>
    Object.hasOwn(options, optionName(name)) ? `--${optionName(name)}` : undefined;
  const withValue = (whole: string, name: string, value: string) => {
    const option = typed(name);
    return option === undefined
      ? whole
      : `${option} ${/^"[\w.…-]+"$/.test(value) ? value.slice(1, -1) : value}`;
  };
  return message
    .replace(/, or pass \w+: \{[^}]*\}/, "")
    .replace(/\{ (\w+): ("[^"]*"|[\w.-]+) \}/g, withValue)
    .replace(/(?<=\bpass )(\w+): ([\w-]+)/g, withValue)
    .replace(/(?<=^\w+: )\w+(?= must )/, (name) => typed(name) ?? name)
    .replace(/(?<![\w/\\."-])[a-z]+(?:[A-Z][a-z]+)+(?![\w/\\"]|\.\w)/g, (name) => typed(name) ?? name);
}
