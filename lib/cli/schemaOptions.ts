import {
  describeOptions,
  flag,
  wrongValue,
  type Argument,
  type Schema,
  type Settings,
} from "../core/options";

/** partitionSize → partition-size */
export const optionName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The options of a schema as `parseArgs` takes them. All of them take a value. */
export function optionTable(schema: Schema): Record<string, { type: "string" }> {
  return Object.fromEntries(Object.keys(schema).map((name) => [optionName(name), { type: "string" }]));
}

/**
 * The options that were typed, as the values that the schema's defaults are: texts, "yes" or "no" for flags, else numbers. Whether they are
 * in range is checked by whoever takes them.
 */
export function typedOptions(
  command: string,
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(schema)) {
    const word = values[optionName(name)];
    if (typeof word === "string") typed[name] = typedValue(`${command}: --${optionName(name)}`, wanted, word);
  }
  return typed;
}

/** The same with defaults filled in, and refused where they are out of range. */
export function checkedOptions<S extends Schema>(
  command: string,
  schema: S,
  values: Readonly<Record<string, unknown>>,
): Settings<S> {
  const typed = typedOptions(command, schema, values);
  const read = Object.entries(schema).map(([name, wanted]) => [
    name,
    Object.hasOwn(typed, name)
      ? wanted.read(typed[name], `${command}: --${optionName(name)}`)
      : wanted.default,
  ]);
  return Object.fromEntries(read) as Settings<S>;
}

function typedValue(name: string, wanted: Argument<unknown>, word: string): unknown {
  if (typeof wanted.default === "string") return word;
  if (wanted.words === flag().words) {
    if (word !== "yes" && word !== "no") throw wrongValue(name, "yes or no", word);
    return word === "yes";
  }
  const number = Number(word);
  if (word.trim() === "" || Number.isNaN(number)) throw wrongValue(name, wanted.words, word);
  return number;
}

/**
 * The lines of `--help` about the options of a schema: name, meaning, valid values and default. `note` adds to a default: "30 for
 * cifar10".
 */
export function optionHelp(schema: Schema, note: (name: string) => string = () => ""): string {
  const lines = describeOptions(schema).map(({ name, about, words, default: value }) => {
    const defaults = [value === "" || value === '""' ? "" : `default ${asTyped(value)}`, note(name)]
      .filter(Boolean)
      .join(", ");
    const values = [asTyped(words), defaults].filter(Boolean).join("; ");
    return helpLine(`--${optionName(name)}`, about === "" ? values : `${about} (${values})`);
  });
  return lines.join("\n");
}

/** A described value or choice of values as it is typed in a shell: without quotes, yes and no for flags. */
export function asTyped(described: string): string {
  return described
    .replaceAll('"', "")
    .replace(/\btrue\b/g, "yes")
    .replace(/\bfalse\b/g, "no");
}

const [margin, width] = [31, 125];

/** An option and what it means, wrapped beside it. */
export function helpLine(option: string, meaning: string): string {
  const lines = [""];
  for (const word of meaning.split(" ")) {
    const longer = `${lines.at(-1)}${lines.at(-1) === "" ? "" : " "}${word}`;
    if (margin + longer.length > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return `  ${option.padEnd(margin - 3)} ${lines.join(`\n${" ".repeat(margin)}`)}`;
}
