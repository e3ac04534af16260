import path from "node:path";
import { defineCommand } from "./command";
import { doctor } from "./doctor";
import { run } from "./run";

const help = `Usage: ssdml start [--param NAME=VALUE]…

Shows what works on this machine (ssdml doctor), then runs the quickstart notebook without a browser. The notebook learns to
distinguish handwritten digits using ten labels per class. After about a minute it prints a table of results. The folder out
then holds the notebook as a page (quickstart.html) and its figures.

  --param NAME=VALUE   set a parameter of the notebook, such as --param epochs=5
  --help               show this text`;

const quickstart = path.join(__dirname, "..", "..", "..", "notebooks", "00-quickstart.ipynb");
const executed = path.join("out", "quickstart.ipynb");

export const start = defineCommand({
  name: "start",
  summary: "run doctor, then the quickstart notebook; writes a page and figures",
  help,
  options: { param: { type: "string", multiple: true } },
  async run({ values: { param = [] } }, terminal) {
    const ready = await doctor.run({ values: {}, positionals: [] }, terminal);
    if (ready !== 0) return ready;
    terminal.out("\nThe quickstart notebook: handwritten digits, ten labels per class\n");
    const figures = path.join("out", "quickstart-figures");
    const code = await run.run(
      { values: { param, out: executed, html: true, figures }, positionals: [quickstart] },
      terminal,
    );
    if (code !== 0) return code;
    terminal.out(`\n${await resultText(executed)}`);
    terminal.out("\nIn percent, on test images. Initial is the network before training.");
    terminal.out("Next: open out/quickstart.html, or type npm run lab for the notebooks themselves.");
    return 0;
  },
});

/** The text output of the cell with the tag "result-table". */
async function resultText(file: string): Promise<string> {
  const { readNotebook } = await import("../jupyter/index.js");
  const { cells } = await readNotebook(file);
  const texts = cells
    .filter(({ metadata }) => metadata.tags?.includes("result-table"))
    .flatMap((cell) => (cell.cell_type === "code" ? cell.outputs : []))
    .flatMap((output) => ("data" in output ? [output.data["text/plain"]] : []));
  return texts.map(String).join("\n");
}
