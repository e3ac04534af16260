import { datasets } from "../datasets";
import { defineCommand } from "./command";

const help = `Usage: ssdml data list [--json]

Lists the data sets on this machine with the folders of their files, and explains how to get the others.

Options:
  --json   print JSON
  --help   show this text`;

export const dataList = defineCommand({
  name: "data list",
  summary: "list the data sets on this machine, and how to get the others",
  help,
  options: { json: { type: "boolean" } },
  run({ values }, terminal) {
    if (values.json) terminal.out(JSON.stringify(datasets(), null, 2));
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
});
