import { check, duration } from "../core";
import { runCell } from "../reproduce";
import { defineCommand } from "./command";
import { cellOutcome } from "./followGrid";
import { progressBar } from "./progressBar";
import { helpLine } from "./schemaOptions";

const help = `Usage: ssdml cell TASK --row FILE

Runs one cell of a grid: the jobs that ssdml reproduce --on slurm (or ray) submits run this command. TASK is a file of the folder "tasks"
that ssdml reproduce has written. It may be run any number of times, on any machine that has the same version of ssdml and the same data:
if FILE already holds the cell's row, nothing is computed; a run that was interrupted goes on from its last epoch.

${helpLine("--row FILE", "where the row goes; it appears at once and complete. A failure is a row too, and is tried again by the next run")}
${helpLine("--help", "show this text")}

The exit code is 1 if the cell failed.`;

export const cell = defineCommand({
  name: "cell",
  summary: "run one cell of a grid on this machine, as the jobs of a cluster do",
  help,
  options: { row: { type: "string" } },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    const [task, extra] = positionals;
    const { row } = values;
    check(
      task !== undefined && extra === undefined && row !== undefined,
      () =>
        `cell needs one task file and --row FILE, got ${positionals.join(" ") || "no task"}${row === undefined ? " and no --row" : ""}. Type ssdml cell --help.`,
    );
    const bar = progressBar("cell", terminal, { text: (done) => `${Math.floor(100 * done)} %` });
    try {
      const { signal } = terminal;
      const onProgress = (share: number) => {
        bar.update(share, 1);
      };
      const record = await runCell({ task, row, signal, onProgress });
      bar.end();
      const { id, status, elapsedMs } = record;
      const line = `${id}: ${cellOutcome(record)}; ${duration(elapsedMs / 1000)}; written: ${row}`;
      if (status === "finished") terminal.out(line);
      else terminal.error(line);
      return status === "finished" ? 0 : 1;
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. Run the same command again to resume.");
      return 130;
    } finally {
      bar.end();
    }
  },
});
