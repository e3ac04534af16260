// node scripts/curves.cjs: draws results/agml2/curves.svg and .png, NMI and Recall@1 of the held-out images after each epoch, from the
// results.json files of AGML2's runs. Takes seconds.
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { lineFigure, sideBySide } = require("..");

const folder = path.join(__dirname, "..", "results", "agml2");
const rows = ["mnist", "fashion-mnist", "cifar10"].flatMap((dataset) =>
  [1, 2, 3].flatMap((seed) => {
    const { history } = JSON.parse(readFileSync(path.join(folder, `${dataset}-${seed}.json`), "utf8"));
    return history.map(({ epoch, nmi, recallAt1 }) => ({
      dataset,
      seed,
      epoch,
      NMI: 100 * nmi,
      "Recall@1": 100 * recallAt1,
    }));
  }),
);

async function main() {
  const panel = (y) =>
    lineFigure(rows, {
      x: "epoch",
      y,
      series: "dataset",
      legendTitle: "data set",
      title: "held-out images, in percent",
      width: 340,
    });
  const figure = sideBySide({ NMI: panel("NMI"), "Recall@1": panel("Recall@1") });
  for (const kind of ["svg", "png"]) await figure.save(path.join(folder, `curves.${kind}`));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
