import path from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "./command";
import { doctor } from "./doctor";
import { readWords } from "./readWords";
import { run } from "./run";

const help = `Usage: ssdml start [--param NAME=VALUE]…

Shows what this machine has (ssdml doctor), then runs the quickstart notebook without a browser: it learns to tell handwritten
digits apart from ten labels a class. In about a minute there are a table of results here, and in the folder out the notebook as a page
(quickstart.html) and its figures.

  --param NAME=VALUE   sets a parameter of the notebook, such as --param epochs=5
  --help               show this text`;

const quickstart = path.join(__dirname, "..", "..", "..", "notebooks", "00-quickstart.ipynb");
const executed = path.join("out", "quickstart.ipynb");

export const start: Command = {
  name: "start",
  summary: "the doctor's table, then the quickstart notebook: table, page and figures",
  help,
  async run(words, terminal) {
    const { values } = readWords("start", () =>
      parseArgs({
        args: words,
        options: {
          help: { type: "boolean", short: "h" },
          param: { type: "string", multiple: true },
        },
      }),
    );
    if (values.help) {
      terminal.out(help);
      return 0;
    }
    const ready = await doctor.run([], terminal);
    if (ready !== 0) return ready;
    terminal.out("\nThe quickstart notebook: handwritten digits, ten of each class labeled\n");
    const parameters = (values.param ?? []).flatMap((parameter) => ["--param", parameter]);
    const figures = path.join("out", "quickstart-figures");
    const code = await run.run(
      [quickstart, "--out", executed, "--html", "--figures", figures, ...parameters],
      terminal,
    );
    if (code !== 0) return code;
    terminal.out(`\n${await resultText(executed)}`);
    terminal.out("\nIn percent, on test images; Initial is the network before learning.");
    terminal.out("Next: open out/quickstart.html, or type npm run lab for the notebooks themselves.");
    return 0;
  },
};

/** What the cell with the tag "result-table" shows, as text. */
async function resultText(file: string): Promise<string> {
  const { readNotebook } = await import("../jupyter/index.js");
  const { cells } = await readNotebook(file);
  const texts = cells
    .filter(({ metadata }) => metadata.tags?.includes("result-table"))
    .flatMap((cell) => (cell.cell_type === "code" ? cell.outputs : []))
    .flatMap((output) => ("data" in output ? [output.data["text/plain"]] : []));
  return texts.map(String).join("\n");
}
