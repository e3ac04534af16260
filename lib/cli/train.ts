import path from "node:path";
import { check } from "../core";
import { describeValue, didYouMean, positive, type Schema } from "../core/options";
import { catalog, splitSchema, type Dataset, type FeatureDataset, type SplitOptions } from "../datasets";
import { engineNames, useEngine } from "../engine";
import {
  agml2Schema,
  agmlDefaults,
  agmlSchema,
  deepMethods,
  unsupervisedOptions,
  type Agml2Options,
  type AgmlOptions,
  type DeepMethodName,
} from "../methods";
import { loadMethod, paperSettings, prepareExperiment, runExperiment, type Experiment } from "../reproduce";
import { describeRun, logNames, openLogs, readLogNames, trackRun } from "../track";
import { trainingDefaults } from "../train";
import { defineCommand, type Terminal } from "./command";
import { checkTestPart, fewLabels } from "./fewLabels";
import { resultTable } from "./resultTable";
import { readEngine } from "./engineOption";
import { followTraining } from "./followTraining";
import { asTyped, helpLine, optionHelp, optionTable, typedOptions } from "./schemaOptions";
import { readDataset } from "./trainDataset";

const { labeledPerClass, validation } = splitSchema;
const labelSchema: Schema = { labeledPerClass, validation };
const [trainingSchema, ownSchema] = [true, false].map((isTraining): Schema =>
  Object.fromEntries(
    Object.entries(agmlSchema).filter(([name]) => Object.hasOwn(trainingDefaults, name) === isTraining),
  ),
);
/** Options that only AGML2 has, and those with another default there. */
const agml2Own: Schema = Object.fromEntries(
  Object.entries(agml2Schema).filter(
    ([name, { default: value }]) =>
      !Object.hasOwn(agmlSchema, name) ||
      agmlSchema[name].default !== value ||
      noteOf("AGML2", agml2Schema, name) !== noteOf("AGML", agmlSchema, name),
  ),
);
/** Options that only unsupervised methods have. */
const unsupervisedSchema: Schema = Object.fromEntries(
  Object.values<Schema>(unsupervisedOptions)
    .flatMap((own) => Object.entries(own))
    .filter(([name]) => !Object.hasOwn(agmlSchema, name) && !Object.hasOwn(agml2Schema, name)),
);
const methodSchema = { ...unsupervisedSchema, ...agml2Schema, ...agmlSchema };
const schema = { ...labelSchema, ...methodSchema };

/** Where the paper has another value for some data sets: "30 for cifar10". */
const paperNote = (option: string) => noteOf("AGML", schema, option);
const agml2Note = (option: string) => noteOf("AGML2", agml2Schema, option);

function noteOf(method: DeepMethodName, schema: Schema, option: string): string {
  const datasets: Record<string, string[]> = {};
  for (const dataset of Object.keys(catalog)) {
    const { options, ...labels } = paperSettings(dataset, method);
    const value = ({ ...labels, ...options } as Record<string, unknown>)[option];
    if (value !== undefined && value !== schema[option].default)
      (datasets[asTyped(describeValue(value))] ??= []).push(dataset);
  }
  return Object.entries(datasets)
    .map(([value, names]) => `${value} for ${names.join(" and ")}`)
    .join(", ");
}

/** AGML learns little beyond the untrained network (results/README.md); a newcomer should see what few labels can do. */
const defaultMethod = "AGML2";

const help = `Usage: ssdml train --dataset NAME [--seed N] [--out DIR]

Learns AGML2, AGML (Algorithm 1 of the paper) or one of its competitors from a few labels, or an unsupervised method from none, chooses the
best epoch on held-out images and evaluates it, once, on the test images. If the run is interrupted or killed, run the same command again to resume after its last epoch.

${helpLine("--dataset NAME", `${Object.keys(catalog).join(", ")}, a folder of pictures with one folder per class or a labels.csv (columns file and label), or a file of feature vectors; where some have no label, all labels are used`)}
${helpLine("--method NAME|FILE", `${Object.keys(deepMethods).join(", ")} (default ${defaultMethod}), or a file such as ./mine.ts whose default export is defineMethod({ name, … })`)}
${helpLine("--out DIR", "where checkpoint, model and results go (default runs/DATASET-METHOD-SEED)")}
${helpLine("--log NAME", `keeps settings and numbers in a log too: ${logNames.join(", ")}; may be given more than once (docs/tracking.md)`)}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest that works)`)}
${helpLine("--size N", "pictures of a folder become N × N pixels: 28, gray, or 32, in color (default 32)")}
${helpLine("--label COLUMN", "column of a feature file that holds the classes; not needed for files of ssdml features")}
${helpLine("--name COLUMN", "column of a feature file that names the examples; not needed if it is called file")}
${helpLine("--test SHARE", "share of the labeled examples of each class that is for testing (default 0.2); of a feature file also classes: the second half of the classes")}
${helpLine("--help", "show this text")}

The labels
${optionHelp(labelSchema, paperNote)}

The training
${optionHelp(trainingSchema, paperNote)}

AGML (--method AGML); competitors have defaults of their own
${optionHelp(ownSchema, paperNote)}

AGML2, where it has other options or defaults
${optionHelp(agml2Own, agml2Note)}

Unsupervised methods (--method ${Object.keys(unsupervisedOptions).join(", ")}), where they have other options
${optionHelp(unsupervisedSchema)}

--partition, --pretraining and --no-orthogonality are short for --partition-size, --pretraining-epochs and --orthogonal no.
DIR/results.json holds every number as tidy rows, and the curve of the epochs; DIR/model.safetensors the model for AGML2.load.`;

/** The options of training, for `parseArgs`. */
export const trainingTable = {
  dataset: { type: "string" },
  method: { type: "string" },
  out: { type: "string" },
  engine: { type: "string" },
  size: { type: "string" },
  label: { type: "string" },
  name: { type: "string" },
  test: { type: "string" },
  ...optionTable(schema),
} as const;

/** --partition 500 → --partition-size 500 */
const longForms: Record<string, string> = {
  "--partition": "--partition-size",
  "--pretraining": "--pretraining-epochs",
  "--no-orthogonality": "--orthogonal=no",
};

export const longWords = (words: string[]): string[] =>
  words.map((word) => {
    const [name, ...value] = word.split("=");
    return Object.hasOwn(longForms, name) ? [longForms[name], ...value].join("=") : word;
  });

export const train = defineCommand({
  name: "train",
  summary: "learn AGML2, AGML or a competitor on a data set and judge it",
  help,
  options: { ...trainingTable, log: { type: "string", multiple: true } },
  rewrite: longWords,
  mainOption: "dataset",
  async run({ values }, terminal) {
    const { name, learner, title, options, labels, size } = readTraining("train", values);
    const logs = readLogNames(values.log ?? [], "train: --log");
    const engine = await useEngine(readEngine("train", values.engine));
    terminal.out(`engine: ${engine.name} ${engine.version} on ${engine.device}`);
    let dataset: Dataset | FeatureDataset;
    try {
      dataset = await readDataset(name, { ...values, size }, terminal);
      checkTestPart(dataset);
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped before the training began. Run the same command again.");
      return 130;
    }
    const folder =
      values.out ??
      path.join(
        "runs",
        [
          dataset.name,
          ...(title === "AGML" ? [] : [title.toLowerCase().replace(/[^a-z0-9-]+/g, "-")]),
          ...(options.orthogonal === false ? ["free"] : []),
          options.seed ?? agmlDefaults.seed,
        ].join("-"),
      );
    const experiment: Experiment = {
      dataset,
      method: learner,
      ...fewLabels(dataset),
      ...labels,
      options,
      folder,
      signal: terminal.signal,
    };
    const run = runExperiment(experiment);
    const result = await followTraining(
      logs.length === 0 ? run : logged(run, experiment, logs, terminal),
      terminal,
    );
    if (result === undefined) {
      terminal.error("Stopped. Run the same command again to go on from the last epoch.");
      return 130;
    }
    terminal.out(`\n${resultTable(result)}\n`);
    terminal.out(
      `Written to ${path.join(folder, "results.json")} and ${path.join(folder, "model.safetensors")}`,
    );
    return 0;
  },
});

/** What was typed of data, method, labels and options, for `ssdml train` and `ssdml sweep`. */
export function readTraining(
  command: string,
  values: Readonly<Record<string, unknown>> & { dataset?: string | undefined; method?: string | undefined },
) {
  const { dataset: name, method = defaultMethod } = values;
  check(
    name !== undefined,
    () => `${command} needs --dataset NAME, such as --dataset mnist. Type ssdml ${command} --help.`,
  );
  const isKnown = Object.hasOwn(deepMethods, method);
  check(
    isKnown || /[./\\]/.test(method),
    () =>
      `${command}: --method must be ${Object.keys(deepMethods).join(", ")}, or a file such as ./mine.ts, got "${method}".${didYouMean(method, Object.keys(deepMethods))}`,
  );
  const learner = isKnown ? (method as DeepMethodName) : loadMethod(method);
  const title = typeof learner === "string" ? learner : learner.methodName;
  const options: AgmlOptions & Agml2Options = typedOptions(command, methodSchema, values);
  const labels: SplitOptions = typedOptions(command, labelSchema, values);
  const { size } = typedOptions(command, { size: positive() }, values) as { size?: number };
  return { name: name, learner, title, options, labels, size };
}

/** The run with its logs, whose places are printed. */
async function* logged(
  run: ReturnType<typeof runExperiment>,
  experiment: Experiment,
  names: Parameters<typeof openLogs>[0],
  terminal: Terminal,
): ReturnType<typeof runExperiment> {
  const warn = (sentence: string) => {
    terminal.error(sentence);
  };
  const { folder } = experiment;
  const logs = await openLogs(names, folder, describeRun(prepareExperiment(experiment), folder), warn);
  for (const { place } of logs) terminal.out(`log: ${place}`);
  return yield* trackRun(run, logs, warn);
}
