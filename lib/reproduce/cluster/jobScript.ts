import path from "node:path";
import { cellsFile } from "./gridFolder";
import type { Batch } from "./executor";

/** What the jobs of a cluster need before and around the command. */
export interface JobSetting {
  /** A line of shell before the command, such as "module load nodejs". */
  prologue: string;
  /** An image in which `apptainer` runs the command, which is then the ssdml of the image. */
  container: string;
  /** The number of GPUs of a cell. */
  gpus: number;
}

/** Compiled files lie four folders deep: dist/lib/reproduce/cluster. */
const program = path.join(__dirname, "..", "..", "..", "..", "bin", "ssdml.cjs");

/** Quotes a word for a shell. */
export const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * Lines of shell that run one cell of a batch: the one on line `index` + 1 of its list. `index` is an expression of the shell. All paths are
 * absolute, because the shell of a job may start anywhere.
 */
export function jobLines(batch: Batch, index: string, { prologue, container, gpus }: JobSetting): string[] {
  const grid = path.resolve(batch.folder, "..", "..");
  const home = process.env.SSDML_HOME;
  const command =
    container === ""
      ? `"$node" ${quoted(program)}`
      : `apptainer exec${gpus > 0 ? " --nv" : ""} --bind ${quoted(grid)} --bind "$PWD" --pwd "$PWD" ${quoted(container)} ssdml`;
  return [
    ...(prologue === "" ? [] : [prologue]),
    ...(home ? [`export SSDML_HOME=${quoted(path.resolve(home))}`] : []),
    // The node of this machine, or else the one that the prologue loads.
    ...(container === "" ? [`node=${quoted(process.execPath)}; [ -x "$node" ] || node=node`] : []),
    `cd ${quoted(process.cwd())} || exit 1`,
    `id=$(sed -n "$((${index} + 1))p" ${quoted(path.resolve(cellsFile(batch)))})`,
    `[ -n "$id" ] || { echo "$(hostname): the folder "${quoted(grid)}" of the grid is not on this machine" >&2; exit 1; }`,
    `exec ${command} cell ${quoted(path.join(grid, "tasks"))}/"$id".json --row ${quoted(path.join(grid, "rows"))}/"$id".json`,
  ];
}
