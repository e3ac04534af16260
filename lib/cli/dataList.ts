import { parseArgs } from "node:util";
import { datasets } from "../datasets";
import type { Command } from "./command";
import { readWords } from "./readWords";

const help = `Usage: ssdml data list [--json]

Shows which data sets are on this machine, where their files are, and how to get the others.

Options:
  --json   the same as JSON
  --help   show this text`;

export const dataList: Command = {
  name: "data list",
  summary: "show which data sets are here, and how to get the others",
  help,
  run(words, terminal) {
    const { values } = readWords("data list", () =>
      parseArgs({
        args: words,
        options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
      }),
    );
    if (values.help) terminal.out(help);
    else if (values.json) terminal.out(JSON.stringify(datasets(), null, 2));
    else {
      for (const { name, available, folder, source, fix } of datasets()) {
        const origin = source === "" || source === `folder ${folder}` ? "" : ` (${source})`;
        terminal.out(
          available
            ? `  ✓ ${name.padEnd(13)} ${folder}${origin}`
            : `  – ${name.padEnd(13)} not here\n${" ".repeat(18)}→ ${fix}`,
        );
      }
    }
    return Promise.resolve(0);
  },
};
