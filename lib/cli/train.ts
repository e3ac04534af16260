import path from "node:path";
import { isFolder } from "../io/files";
import { check } from "../core";
import { catalog, imageFolder, loadDataset, type Dataset, type DatasetName } from "../datasets";
import { useEngine, type EngineName } from "../engine";
import { agmlDefaults, deepMethods, type AgmlOptions, type DeepMethodName } from "../methods";
import { loadMethod, runExperiment } from "../reproduce";
import { agmlLearningRate } from "../train";
import { defineCommand, type Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";
import { resultTable } from "./resultTable";
import { followTraining } from "./followTraining";

/** Options of AGML that the command line offers, by their names there. */
const numbers = {
  seed: "seed",
  epochs: "epochs",
  "epochs-per-partition": "epochsPerPartition",
  partition: "partitionSize",
  "batch-size": "batchSize",
  k: "k",
  gamma: "gamma",
  alpha: "alpha",
  "metric-dimension": "metricDimension",
  "metric-iterations": "metricIterations",
  "learning-rate": "learningRate",
  "learning-rate-decay": "learningRateDecay",
  "weight-decay": "weightDecay",
  momentum: "momentum",
  pretraining: "pretrainingEpochs",
  "pretraining-learning-rate": "pretrainingLearningRate",
  patience: "patience",
} as const satisfies Record<string, keyof AgmlOptions>;

const d = agmlDefaults;
const help = `Usage: ssdml train --dataset NAME [--seed N] [--out DIR]

Learns AGML (Algorithm 1 of the paper) or one of its competitors from a few labels, chooses the best epoch on held-out images and judges it, once, on the
test images. Stopped or killed, it goes on from its last epoch when the same command is run again.

  --dataset NAME                 mnist, fashion-mnist, cifar10, or a folder of pictures (one folder a class)
  --method NAME|FILE             ${Object.keys(deepMethods).join(", ")} (default AGML), or a
                                 file such as ./mine.ts whose default export is defineMethod({ name, … })
  --out DIR                      where checkpoint, model and results go (default runs/DATASET-SEED)
  --seed N                       everything random follows from it (default ${d.seed})
  --engine NAME                  cuda, tensorflow, webgpu, wasm, cpu (default: the fastest that works)

The data, by default as in the paper
  --labeled-per-class N          images of each class that keep their label (default 10; 100 for cifar10)
  --validation SHARE             share of each class that is held out (default 0.15)
  --size N                       pictures of a folder become N × N pixels: 28, grey, or 32, in colour (default 32)
  --preprocessing NAME           none, mean or whitening (default none for 28 × 28 pixels, whitening for 32 × 32)

The method, by default as in the paper
  --epochs N                     epochs in all (default ${d.epochs})
  --epochs-per-partition N       epochs before a new random partition is drawn (default ${d.epochsPerPartition})
  --partition N                  unlabeled images of a partition (default ${d.partitionSize})
  --batch-size N                 triplets of a mini-batch (default ${d.batchSize})
  --k N, --gamma G, --alpha A    neighbours, propagation, angle (default ${d.k}, ${d.gamma}, ${d.alpha})
  --metric-dimension N           columns of L (default: half of the network's)
  --metric-iterations N          conjugate-gradient iterations a mini-batch (default ${d.metricIterations})
  --no-orthogonality             L may be any matrix: the paper's ablation
  --learning-rate R              of SGD (default ${agmlLearningRate("cifar")}; ${agmlLearningRate("mnist")} for 28 × 28 pixels)
  --learning-rate-decay F        the learning rate is multiplied by it after every partition (default 1)
  --weight-decay D, --momentum M of SGD (default ${d.weightDecay}, ${d.momentum})
  --pretraining N                epochs of softmax pretraining on the labeled images (default 0; 30 for cifar10)
  --pretraining-learning-rate R  (default ${d.pretrainingLearningRate})
  --pretraining-mirror yes|no    mirror half of the pretraining's batches (default no; yes for cifar10)
  --patience N                   stop after N epochs without a better validation score (default: never)
  --help                         show this text

DIR/results.json holds every number as tidy rows, and the curve of the epochs; DIR/model.safetensors the model for AGML.load.`;

export const train = defineCommand({
  name: "train",
  summary: "learn AGML or a competitor on a data set and judge it",
  help,
  options: {
    dataset: { type: "string" },
    method: { type: "string" },
    out: { type: "string" },
    engine: { type: "string" },
    "labeled-per-class": { type: "string" },
    validation: { type: "string" },
    size: { type: "string" },
    preprocessing: { type: "string" },
    "no-orthogonality": { type: "boolean" },
    "pretraining-mirror": { type: "string" },
    ...(Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: "string" }])) as Record<
      keyof typeof numbers,
      { type: "string" }
    >),
  },
  async run({ values }, terminal) {
    const name = values.dataset;
    check(
      name !== undefined,
      () => "train needs --dataset NAME, such as --dataset mnist. Type ssdml train --help.",
    );
    const method = values.method ?? "AGML";
    const isKnown = Object.hasOwn(deepMethods, method);
    check(
      isKnown || /[./\\]/.test(method),
      () =>
        `train: --method must be ${Object.keys(deepMethods).join(", ")}, or a file such as ./mine.ts, got "${method}".`,
    );
    const learner = isKnown ? (method as DeepMethodName) : loadMethod(method);
    const title = typeof learner === "string" ? learner : learner.methodName;
    const options: AgmlOptions = Object.fromEntries(
      Object.entries(numbers).flatMap(([word, option]) => {
        const value = numberOf(word, values[word as keyof typeof numbers]);
        return value === undefined ? [] : [[option, value]];
      }),
    );
    if (values["no-orthogonality"]) options.orthogonal = false;
    const mirror = values["pretraining-mirror"];
    if (mirror !== undefined) options.pretrainingMirror = isYes("pretraining-mirror", mirror);
    if (values.preprocessing !== undefined)
      options.preprocessing = values.preprocessing as NonNullable<AgmlOptions["preprocessing"]>;
    const engine = await useEngine((values.engine ?? "auto") as EngineName);
    terminal.out(`engine: ${engine.name} ${engine.version} on ${engine.device}`);
    let dataset: Dataset;
    try {
      dataset = await readDataset(name, numberOf("size", values.size), terminal);
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
          options.seed ?? d.seed,
        ].join("-"),
      );
    const result = await followTraining(
      runExperiment({
        dataset,
        method: learner,
        labeledPerClass: numberOf("labeled-per-class", values["labeled-per-class"]),
        validation: numberOf("validation", values.validation),
        options,
        folder,
        signal: terminal.signal,
      }),
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

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  check(
    text.trim() !== "" && !Number.isNaN(Number(text)),
    () => `train: --${name} must be a number, got "${text}".`,
  );
  return Number(text);
}

function isYes(name: string, text: string): boolean {
  check(text === "yes" || text === "no", () => `train: --${name} must be yes or no, got "${text}".`);
  return text === "yes";
}

async function readDataset(name: string, given: number | undefined, terminal: Terminal): Promise<Dataset> {
  const size = given ?? 32;
  if (!Object.keys(catalog).includes(name)) {
    check(
      name.includes(path.sep) || name.startsWith(".") || isFolder(name),
      () =>
        `train: --dataset must be ${Object.keys(catalog).join(", ")} or a folder such as ./pictures, got "${name}".`,
    );
    return imageFolder(name, { size, channels: size === 28 ? 1 : 3, signal: terminal.signal });
  }
  const printer = eventPrinter(terminal);
  try {
    const isPhotographs = name === "cub200" || name === "cars196";
    return await loadDataset(name as DatasetName, {
      ...((isPhotographs || given !== undefined) && { size }),
      signal: terminal.signal,
      onProgress: (event) => {
        printer.print(event);
      },
    });
  } finally {
    printer.end();
  }
}
