import { describeValue } from "./describeValue";
import type { Schema } from "./options";

/** One option as `--help` texts and docs print it. */
export interface OptionRow {
  name: string;
  /** The valid values: "a whole number of at least 1". */
  words: string;
  /** The default as text, such as `10` or `"auto"`; empty if there is none. */
  default: string;
  /** What the option means; empty if the schema does not say. */
  about: string;
}

/** The options of a schema, one row each, in its order. */
export function describeOptions(schema: Schema): OptionRow[] {
  return Object.entries(schema).map(([name, wanted]) => ({
    name,
    words: wanted.words,
    default: wanted.default === undefined ? "" : describeValue(wanted.default),
    about: wanted.about ?? "",
  }));
}
