// Preloaded before a program: writes every schema that the program reads options with to the file SSDML_SCHEMAS.
import { writeFileSync } from "node:fs";
import * as options from "../lib/core/options/options";
import { describeOptions } from "../lib/core/options";
import type { OptionRow } from "./schemas";

const recorded: Record<string, OptionRow[]> = {};
const { readOptions } = options;

Object.assign(options, {
  readOptions: (caller: string, given: never, schema: never) => {
    recorded[caller] ??= describeOptions(schema);
    return readOptions(caller, given, schema);
  },
});

process.on("exit", () => {
  writeFileSync(process.env.SSDML_SCHEMAS ?? "", JSON.stringify(recorded));
});
