import { about, argument, finiteNumber, oneOf, wholeNumber } from "../core/options";
import { check } from "../core";
import { ray, slurm, type Cluster } from "../reproduce";
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

const memorySize = argument<string>(
  "a number with K, M, G or T, such as 8G",
  (value) => typeof value === "string" && /^(\d+[KMGT])?$/.test(value),
  { default: "" },
);
const webAddress = argument<string>(
  "an address such as http://127.0.0.1:8265",
  (value) => typeof value === "string" && URL.canParse(value) && /^https?:\/\//.test(value),
  { default: "http://127.0.0.1:8265" },
);

/** Options that only one scheduler has. */
const own = { slurm: ["partition", "time", "arrayLimit"], ray: ["rayAddress"] };

/** Where the cells of a grid run. All options but the first need a cluster. */
export const clusterSchema = {
  on: about("where the cells run", oneOf(["local", "slurm", "ray"], { default: "local" })),
  rayAddress: about("address of the dashboard of Ray", webAddress),
  partition: about("partition of Slurm", word),
  cpus: about("processors, and threads, of each cell", wholeNumber({ min: 1, max: 1024, default: 1 })),
  gpus: about(
    "GPUs of each cell; with one, the engine is cuda unless --engine says otherwise",
    wholeNumber({ min: 0, max: 64, default: 0 }),
  ),
  time: about("time limit of each cell in Slurm, as sbatch takes it: 2:00:00", word),
  memory: about("memory of each cell: 8G", memorySize),
  container: about("image in which apptainer runs each cell; it must have ssdml", line),
  prologue: about("line of shell before each cell, such as module load nodejs", line),
  arrayLimit: about(
    "most cells of a job array of Slurm",
    wholeNumber({ min: 1, max: 1_000_000, default: 1000 }),
  ),
  poll: about("seconds between two looks at the jobs", finiteNumber({ min: 0.1, max: 3600, default: 10 })),
  retries: about(
    "how often a cell that failed or was lost is submitted again",
    wholeNumber({ min: 0, max: 100, default: 2 }),
  ),
};

/** The scheduler that was asked for; undefined for this machine. */
export function readCluster(command: string, values: Readonly<Record<string, unknown>>): Cluster | undefined {
  const { on, poll, retries, ...setting } = checkedOptions(command, clusterSchema, values);
  const given = (names: readonly string[]) =>
    names.map(optionName).find((name) => values[name] !== undefined);
  if (on === "local") {
    const needless = given([...Object.keys(clusterSchema).slice(1), "cancel"]);
    check(
      needless === undefined,
      () => `${command}: --${needless} needs a cluster. Add --on slurm or --on ray.`,
    );
    return undefined;
  }
  const foreign = given(on === "slurm" ? own.ray : own.slurm);
  check(foreign === undefined, () => `${command}: --on ${on} has no --${foreign}. Leave it out.`);
  const atATime = values.jobs === undefined ? undefined : Number(values.jobs);
  const { rayAddress: address, memory } = setting;
  const executor =
    on === "slurm"
      ? slurm({ ...setting, atATime })
      : ray({ ...setting, address, memory: bytes(memory), atATime });
  return { executor, pollMs: 1000 * poll, retries };
}

/** "8G" → 8 · 1024³ */
function bytes(size: string): number {
  return size === "" ? 0 : Number(size.slice(0, -1)) * 1024 ** (1 + "KMGT".indexOf(size.at(-1)!));
}
