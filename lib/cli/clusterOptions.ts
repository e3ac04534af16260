import { about, argument, finiteNumber, oneOf, wholeNumber } from "../core/options";
import { check } from "../core";
import { slurm, type Cluster } from "../reproduce";
import { checkedOptions, optionName } from "./schemaOptions";

/** A text for a line of a job script: the default, an empty text, leaves the choice to the site. */
const word = argument<string>(
  "a word without spaces",
  (value) => typeof value === "string" && /^\S*$/.test(value),
  {
    default: "",
  },
);
const line = argument<string>(
  "one line of text",
  (value) => typeof value === "string" && !/[\r\n\0]/.test(value),
  { default: "" },
);

/** Where the cells of a grid run. All options but the first need a cluster. */
export const clusterSchema = {
  on: about("where the cells run", oneOf(["local", "slurm"], { default: "local" })),
  partition: about("partition of the jobs", word),
  cpus: about("processors, and threads, of each cell", wholeNumber({ min: 1, max: 1024, default: 1 })),
  gpus: about(
    "GPUs of each cell; with one, the engine is cuda unless --engine says otherwise",
    wholeNumber({ min: 0, max: 64, default: 0 }),
  ),
  time: about("time limit of each cell, as sbatch takes it: 2:00:00", word),
  memory: about("memory of each cell, as sbatch takes it: 8G", word),
  container: about("image in which apptainer runs each cell; it must have ssdml", line),
  prologue: about("line of shell before each cell, such as module load nodejs", line),
  arrayLimit: about("most cells of a job array", wholeNumber({ min: 1, max: 1_000_000, default: 1000 })),
  poll: about("seconds between two looks at the jobs", finiteNumber({ min: 0.1, max: 3600, default: 10 })),
  retries: about(
    "how often a cell that failed or was lost is submitted again",
    wholeNumber({ min: 0, max: 100, default: 2 }),
  ),
};

/** The scheduler that was asked for; undefined for this machine. */
export function readCluster(command: string, values: Readonly<Record<string, unknown>>): Cluster | undefined {
  const { on, poll, retries, ...setting } = checkedOptions(command, clusterSchema, values);
  if (on === "local") {
    const needless = [...Object.keys(clusterSchema).slice(1).map(optionName), "cancel"];
    const given = needless.find((name) => values[name] !== undefined);
    check(given === undefined, () => `${command}: --${given} needs a cluster. Add --on slurm.`);
    return undefined;
  }
  const atATime = values.jobs === undefined ? undefined : Number(values.jobs);
  return { executor: slurm({ ...setting, atATime }), pollMs: 1000 * poll, retries };
}
