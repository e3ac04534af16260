import path from "node:path";
import { check, plural, UserError } from "../core";
import { oneOf, wholeNumber } from "../core/options";
import type { Dataset, FeatureDataset } from "../datasets";
import { engineNames, useEngine } from "../engine";
import { parallelCoordinates } from "../figures";
import { parseJson, readText, writeAtomically } from "../io/files";
import { loadDefault, prepareExperiment } from "../reproduce";
import {
  checkSpace,
  openSweepFolder,
  optunaJournal,
  readSpace,
  runSweep,
  searches,
  trainTrial,
  trialsFile,
  type Space,
  type Trial,
  type TrialBase,
} from "../sweep";
import { choices } from "../train";
import { defineCommand, type Terminal } from "./command";
import { readEngine } from "./engineOption";
import { fewLabels } from "./fewLabels";
import { checkedOptions, helpLine, optionHelp, optionTable } from "./schemaOptions";
import { parameterText, sweepTable, trainCommand } from "./sweepTable";
import { longWords, readTraining, trainingTable } from "./train";
import { readDataset } from "./trainDataset";

const schema = {
  trials: {
    ...wholeNumber({ min: 1, max: 100_000, default: 20 }),
    about: "trials in all; earlier ones count",
  },
  search: {
    ...oneOf(searches, { default: "tpe" }),
    about: "how parameters are chosen; the first ten are random",
  },
  prune: {
    ...oneOf([true, false], { default: true }),
    about: "whether trials that stay below the median are stopped",
  },
};

const help = `Usage: ssdml sweep space.json|space.ts --dataset NAME [--method NAME|FILE] [--trials N]

Searches the options of a method. Each trial trains with other options and is judged on the held-out images; the test images are not used. If
it is interrupted or killed, run the same command again to resume. A space file holds ranges and choices by option:

  { "learningRate": { "min": 0.0001, "max": 0.1, "log": true }, "k": { "min": 5, "max": 20, "step": 1 }, "gamma": [0.9, 0.99] }

${optionHelp(schema)}
${helpLine("--out DIR", "where trials go (default runs/sweep-DATASET-METHOD)")}
${helpLine("--export NAME", "optuna also writes DIR/optuna.journal, which Optuna and its dashboard open")}
${helpLine("--engine NAME", `${engineNames.join(", ")} (default: the fastest that works)`)}
${helpLine("--help", "show this text")}

All other options are those of ssdml train, and the same for all trials. DIR/trials.jsonl has one line per trial; DIR/trials.svg and
trials.png show them (docs/tracking.md).`;

export const sweep = defineCommand({
  name: "sweep",
  summary: "search the options of a method, judged on held-out images",
  help,
  options: { ...trainingTable, ...optionTable(schema), export: { type: "string" } },
  rewrite: longWords,
  takesWords: true,
  async run({ values, positionals }, terminal) {
    const [file, extra] = positionals;
    check(
      file !== undefined && extra === undefined,
      () =>
        `sweep needs one space file, such as space.json, got ${positionals.join(" ") || "none"}. Type ssdml sweep --help.`,
    );
    const { trials, search, prune } = checkedOptions("sweep", schema, values);
    const isExported = values.export !== undefined;
    if (isExported) oneOf(["optuna"]).read(values.export, "sweep: --export");
    const { name, learner, title, options, labels, size } = readTraining("sweep", values);
    const space = readSpace(readSpaceFile(file), file);
    checkSpace(space, { method: learner, options }, file);
    const engine = await useEngine(readEngine("sweep", values.engine));
    terminal.out(`engine: ${engine.name} ${engine.version} on ${engine.device}`);
    const dataset = await datasetOf(name, { ...values, size }, terminal);
    if (dataset === undefined) {
      terminal.error("Stopped before the first trial. Run the same command again.");
      return 130;
    }
    const base: TrialBase = { dataset, method: learner, ...fewLabels(dataset), ...labels, options };
    const { identity } = prepareExperiment(base);
    check(
      identity.validation > 0,
      () =>
        `sweep: trials are judged on held-out images, but none are held out of ${dataset.name}. Pass a share such as --validation 0.3.`,
    );
    const folder =
      values.out ??
      path.join("runs", `sweep-${dataset.name}-${title.toLowerCase().replace(/[^a-z0-9-]+/g, "-")}`);
    const { settings, ...about } = identity;
    const release = await openSweepFolder(folder, { ...about, options, space, search, prune });
    try {
      const steps = { space, trials, search, prune, seed: identity.seed, folder, signal: terminal.signal };
      const all = await follow(runSweep({ ...steps, runTrial: trainTrial(base) }), terminal);
      const { words } = choices[settings.chooseBy];
      const files = await writeOutcome(all, { folder, space, dataset, words, isExported });
      if (all.some(({ value }) => value !== null)) {
        terminal.out(`\n${sweepTable(all, words)}\n`);
        if (!terminal.signal.aborted)
          terminal.out(
            `To learn with the best, and judge it on the test images:\n  ${trainCommand(all, values)}\n`,
          );
      }
      if (all.length > 0) terminal.out(`Written: ${[trialsFile(folder), ...files].join(", ")}`);
      if (terminal.signal.aborted) {
        terminal.error("Stopped. Run the same command again to resume.");
        return 130;
      }
      return all.some(({ value }) => value !== null) ? 0 : 1;
    } finally {
      await release();
    }
  },
});

/** The data set; undefined if it was stopped while it was read. */
async function datasetOf(
  ...[name, given, terminal]: Parameters<typeof readDataset>
): Promise<Dataset | FeatureDataset | undefined> {
  try {
    return await readDataset(name, given, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return undefined;
    // Its sentences are those of ssdml train, whose options these are.
    throw error instanceof UserError ? new UserError(error.message.replace(/^train: /, "sweep: ")) : error;
  }
}

function readSpaceFile(file: string): unknown {
  return path.extname(file) === ".json"
    ? parseJson(readText(file), file, "Correct it; a space is { option: { min, max } or a list }.")
    : loadDefault(file, "sweep", "Name a file such as space.json or space.ts.");
}

/** Prints the trials as they begin and end. Returns all. */
async function follow(run: ReturnType<typeof runSweep>, terminal: Terminal): Promise<Trial[]> {
  for (;;) {
    const next = await run.next();
    if (next.done) return next.value;
    const event = next.value;
    if (event.kind === "started")
      terminal.out(`trial ${event.trial}/${event.trials}: ${parameterText(event.parameters)}`);
    else {
      const { state, value, bestEpoch, curve, error } = event.trial;
      terminal.out(
        value === null
          ? `  ${state}: ${error ?? ""}`
          : `  ${(100 * value).toFixed(1)} at epoch ${bestEpoch}${state === "pruned" ? `; stopped after epoch ${curve.at(-1)!.epoch}, below the median` : ""}`,
      );
    }
  }
}

interface Outcome {
  folder: string;
  space: Space;
  dataset: Dataset | FeatureDataset;
  words: string;
  isExported: boolean;
}

/** Draws the trials and exports them. Returns the files. */
async function writeOutcome(
  trials: readonly Trial[],
  { folder, space, dataset, words, isExported }: Outcome,
): Promise<string[]> {
  const files: string[] = [];
  if (trials.some(({ value }) => value !== null)) {
    const log = space.flatMap((dimension) => ("log" in dimension && dimension.log ? [dimension.name] : []));
    const rows = trials.map(({ parameters, value }) => ({ parameters, value }));
    const figure = parallelCoordinates(rows, {
      log,
      valueTitle: words,
      title: `${plural(rows.length, "trial")} on the held-out images of ${dataset.name}`,
    });
    for (const format of ["svg", "png"]) {
      files.push(path.join(folder, `trials.${format}`));
      await figure.save(files.at(-1)!);
    }
  }
  if (isExported) {
    files.push(path.join(folder, "optuna.journal"));
    await writeAtomically(files.at(-1)!, [optunaJournal(path.basename(path.resolve(folder)), space, trials)]);
  }
  return files;
}
