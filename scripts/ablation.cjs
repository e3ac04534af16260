// What each ingredient of AGML2 is worth: runs without one of them, with fewer or more labels, and with smaller graphs. The models of the
// last epoch are judged on held-out training images. Every run is a line of results/agml2/ablation.jsonl; those that are there already are
// not repeated. The table and the figure are written anew at the end.
//
//   node scripts/ablation.cjs [--dataset mnist] [--seeds 3] [--part 1/2]
//
// `--part 1/2` and `--part 2/2` share the runs between two processes.
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { execFileSync } = require("node:child_process");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const s = require("..");

const folder = join(__dirname, "..", "results", "agml2");
const file = join(folder, "ablation.jsonl");
const size = { learned: 5_000, heldOut: 5_000 };
const schedule = { epochs: 6, partitionSize: 5_000, tripletsPerPartition: 1_500 };

/** The labels alone first, as AGML2 does, then the paper's triplets, as many. */
function oneSided(options) {
  const { tripletsPerPartition: triplets, warmStart = s.agml2Defaults.warmStart } = options;
  const labeledFirst = s.beliefMiner({ triplets, warmStart });
  return async function oneSidedMiner(context) {
    if (context.epoch <= warmStart) return labeledFirst(context);
    const mined = s.mineTriplets(context.graph, await context.affinities);
    return s.selectTriplets(mined, context.random.sample(mined.count, Math.min(triplets, mined.count)));
  };
}

/** Each variant: the group of the figure, its name, and how it changes the options. */
function variantsOf(dataset) {
  const { options } = s.paperSettings(dataset, "AGML2");
  const usual = { ...options, ...schedule };
  const { k, gamma, leaveOut, warmStart, tripletsPerPartition: triplets, ...noMiner } = usual;
  const mining = JSON.parse(JSON.stringify({ k, gamma, leaveOut, warmStart, triplets }));
  const usualLabels = dataset === "cifar10" ? 100 : 10;
  const one = (group, name, changes, perClass = usualLabels) => ({
    group,
    name,
    perClass,
    options: { ...usual, ...changes },
  });
  const others = (name, parts) => ({
    group: "without",
    name,
    perClass: usualLabels,
    options: { ...noMiner, ...parts },
  });
  return [
    one("without", "AGML2, all parts", {}),
    others("labels on one side", { miner: oneSided(usual) }),
    dataset === "cifar10"
      ? one("without", "pairs not weighted by confidence", { weighted: false })
      : one("without", "pairs weighted by confidence", { weighted: true }),
    one("without", "no point left out", { leaveOut: 0 }),
    one("without", "one negative per triplet", { loss: s.angularLoss() }),
    one("without", "one view", { views: 1 }),
    one("without", "no augmentation, one view", { augment: [], views: 1 }),
    one("without", "no warm start", { warmStart: 0 }),
    others("graph of z", { miner: s.beliefMiner({ ...mining, space: "embeddings" }) }),
    one("without", "L learned on every mini-batch", { metric: s.grassmannMetric() }),
    one("without", "L without orthogonality", { metric: s.euclideanMetric({ iterations: 2, every: 10 }) }),
    one("without", "L fixed at random", { metric: s.grassmannMetric({ iterations: 0 }) }),
    one("without", "no L", { metric: s.noMetric() }),
    one("without", "no unlabeled images", { warmStart: schedule.epochs }),
    ...[1, 2, 5, 50, 100].map((perClass) => one("labels", `${10 * perClass} labels`, {}, perClass)),
    ...[300, 1000, 2500].map((partitionSize) => one("graph", `graph of ${partitionSize}`, { partitionSize })),
  ];
}

const commit = () =>
  execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], {
    cwd: __dirname,
    encoding: "utf8",
  }).trim();

const linesOf = () =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** Trains one variant and judges the model of its last epoch. */
async function runVariant({ train }, dataset, { group, name, perClass, options }, seed, engine) {
  const began = Date.now();
  const split = s.semiSupervisedSplit(train.labels, { labeledPerClass: perClass, validation: 0.15, seed });
  const draws = s.random(seed);
  const some = (positions, count) => Array.from(draws.sample(positions.length, count), (at) => positions[at]);
  const heldOut = some(split.validation, size.heldOut);
  const learned = [...split.labeled, ...some(split.unlabeled, size.learned - split.labeled.length)];
  const model = new s.AGML2({ seed, ...options });
  let quality;
  await model.fit(
    s.selectImages(train.images, learned),
    learned.map((i) => split.labels[i]),
    {
      trueLabels: learned.map((i) => train.labels[i]),
      onEvent: (event) => {
        if (event.kind === "triplets") quality = event.quality;
      },
    },
  );
  const z = model.transform(s.selectImages(train.images, heldOut));
  const truth = heldOut.map((i) => train.labels[i]);
  const { nmi, recall, mapAtR } = await s.evaluateEmbeddings(z, truth, { recallAt: [1, 8], seed });
  z.dispose();
  model.dispose();
  return {
    dataset,
    group,
    variant: name,
    seed,
    nmi,
    recallAt1: recall[1],
    recallAt8: recall[8],
    mapAtR,
    positivesRight: quality.positives,
    negativesRight: quality.negatives,
    seconds: Math.round((Date.now() - began) / 1000),
    engine: engine.name,
    commit: commit(),
  };
}

/** The row of a run whose loss is no longer a number; other errors are thrown. */
function diverged(error, row) {
  if (!/must return a finite number/.test(error.message)) throw error;
  return { ...row, diverged: error.message, commit: commit() };
}

async function main() {
  const { values } = parseArgs({
    options: {
      dataset: { type: "string", default: "mnist" },
      seeds: { type: "string", default: "3" },
      part: { type: "string", default: "1/1" },
    },
  });
  const { dataset } = values;
  const [part, parts] = values.part.split("/").map(Number);
  const engine = await s.useEngine("auto");
  const data = await s.loadDataset(dataset);
  mkdirSync(folder, { recursive: true });
  const variants = variantsOf(dataset);
  const runs = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1).flatMap((seed) =>
    variants.map((variant) => ({ seed, variant })),
  );
  for (const [at, { seed, variant }] of runs.entries()) {
    if (at % parts !== part - 1) continue;
    const isThere = (row) => row.dataset === dataset && row.variant === variant.name && row.seed === seed;
    if (linesOf().some(isThere)) continue;
    const row = await runVariant(data, dataset, variant, seed, engine).catch((error) =>
      diverged(error, { dataset, group: variant.group, variant: variant.name, seed, engine: engine.name }),
    );
    appendFileSync(file, `${JSON.stringify(row)}\n`);
    const outcome = row.diverged ?? `NMI ${percent(row.nmi)}, R@1 ${percent(row.recallAt1)}`;
    console.log(`${at + 1}/${runs.length} ${variant.name}, seed ${seed}: ${outcome}`);
  }
  await report(dataset, variants);
}

const percent = (share) => (100 * share).toFixed(1);

/** Mean and standard deviation, in percent. */
function summary(rows, measure) {
  const numbers = rows.map((row) => 100 * row[measure]);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, numbers.length - 1)) };
}

const columns = {
  NMI: "nmi",
  "R@1": "recallAt1",
  "R@8": "recallAt8",
  "MAP@R": "mapAtR",
  "positives right": "positivesRight",
  "negatives right": "negativesRight",
};

/** Writes the table as Markdown and the figure as SVG and PNG. */
async function report(dataset, variants) {
  const all = linesOf().filter((row) => row.dataset === dataset);
  const rowsOf = ({ name }) => all.filter((row) => row.variant === name && !row.diverged);
  const lost = ({ name }) => all.filter((row) => row.variant === name && row.diverged).length;
  const done = variants.filter((variant) => rowsOf(variant).length > 0);
  const cells = (variant) =>
    Object.values(columns).map((measure) => {
      const { mean, deviation } = summary(rowsOf(variant), measure);
      return `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
    });
  const titleOf = (variant) =>
    lost(variant) > 0 ? `${variant.name} (diverged with ${lost(variant)} seeds)` : variant.name;
  const line = (entries) => `| ${entries.join(" | ")} |`;
  const table = [
    line(["variant", "seeds", ...Object.keys(columns)]),
    line(["variant", "seeds", ...Object.keys(columns)].map(() => "---")),
    ...done.map((variant) => line([titleOf(variant), rowsOf(variant).length, ...cells(variant)])),
    ...variants
      .filter((variant) => rowsOf(variant).length === 0 && lost(variant) > 0)
      .map((variant) => line([titleOf(variant), 0, ...Object.keys(columns).map(() => "")])),
  ];
  writeFileSync(join(folder, `ablation-${dataset}.md`), `${table.join("\n")}\n`);
  const values = done.flatMap(({ name, group }) =>
    ["NMI", "R@1"].flatMap((measure) =>
      rowsOf({ name }).map((row) => ({ variant: name, group, measure, value: 100 * row[columns[measure]] })),
    ),
  );
  const y = {
    field: "variant",
    type: "nominal",
    sort: null,
    title: null,
    axis: { labelLimit: 220, ticks: false },
  };
  const x = {
    field: "value",
    type: "quantitative",
    title: null,
    scale: { zero: false },
    axis: { tickCount: 5 },
  };
  const figure = new s.Figure(
    {
      title: `AGML2 on ${dataset}: held-out images, %, each seed and the mean`,
      data: { values },
      facet: { column: { field: "measure", sort: null, title: null } },
      resolve: { scale: { x: "independent" } },
      spec: {
        width: 260,
        height: { step: 18 },
        layer: [
          { mark: { type: "tick", thickness: 2 }, encoding: { y, x: { ...x, aggregate: "mean" } } },
          { mark: { type: "circle", opacity: 0.7 }, encoding: { y, x } },
        ],
      },
    },
    "NMI and Recall@1 of AGML2 without each ingredient",
  );
  for (const kind of ["svg", "png"]) await figure.save(join(folder, `ablation-${dataset}.${kind}`));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
