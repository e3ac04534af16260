// How k, γ and α change what AGML2 learns: small runs on digits, judged on held-out training images. docs/choosing.md shows the table,
// which is printed as Markdown.
//
//   node scripts/choosing.cjs [--seeds 3]
const { parseArgs } = require("node:util");
const s = require("..");

const size = { learned: 3_000, heldOut: 3_000 };
const schedule = { epochs: 4, partitionSize: 3_000, tripletsPerPartition: 1_000 };
const values = {
  k: [3, 5, 10, 20, 50],
  gamma: [0.5, 0.9, 0.99, 0.999],
  alpha: [20, 25, 30, 35, 40, 45, 50],
};

/** Trains with ten labels per class; returns what a held-out image and a mined triplet say of it. */
async function measure(train, options, seed) {
  const split = s.semiSupervisedSplit(train.labels, { labeledPerClass: 10, validation: 0.1, seed });
  const draws = s.random(seed);
  const some = (positions, count) => Array.from(draws.sample(positions.length, count), (at) => positions[at]);
  const heldOut = some(split.validation, size.heldOut);
  const learned = [...split.labeled, ...some(split.unlabeled, size.learned)];
  const model = new s.AGML2({ seed, ...schedule, ...options });
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
  const embeddings = model.transform(s.selectImages(train.images, heldOut));
  const truth = heldOut.map((i) => train.labels[i]);
  const { nmi, recall } = await s.evaluateEmbeddings(embeddings, truth, { recallAt: [1], seed });
  embeddings.dispose();
  model.dispose();
  return { positives: quality.positives, nmi, recall: recall[1] };
}

const percent = (shares) => {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return (100 * mean).toFixed(1);
};

/** Undefined for a run whose loss is no longer a number; other errors are thrown. */
function diverged(error) {
  if (!/must return a finite number/.test(error.message)) throw error;
  return undefined;
}

async function main() {
  const { values: given } = parseArgs({ options: { seeds: { type: "string", default: "3" } } });
  const seeds = Array.from({ length: Number(given.seeds) }, (_, i) => i + 1);
  await s.useEngine("auto");
  const { train } = await s.loadDataset("mnist");
  console.log("| option | value | positives right | NMI | Recall@1 |\n| --- | --- | --- | --- | --- |");
  const usual = { k: s.agml2Defaults.k, gamma: s.beliefMinerDefaults.gamma, alpha: s.agml2Defaults.alpha };
  const known = new Map();
  for (const [option, choices] of Object.entries(values)) {
    for (const value of choices) {
      const options = { ...usual, [option]: value };
      const key = JSON.stringify(options);
      if (!known.has(key)) {
        const runs = [];
        for (const seed of seeds) runs.push(await measure(train, options, seed).catch(diverged));
        known.set(key, runs);
      }
      const learned = known.get(key).filter((run) => run !== undefined);
      const lost = seeds.length - learned.length;
      if (lost > 0)
        console.error(
          `${option} = ${value}: the loss of ${lost} of the runs of ${seeds.length} seeds diverged.`,
        );
      const column = (name) => percent(learned.map((run) => run[name]));
      console.log(
        `| ${option} | ${value} | ${column("positives")} | ${column("nmi")} | ${column("recall")} |`,
      );
    }
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
