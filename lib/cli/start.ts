import { parseArgs } from "node:util";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../common/random";
import { loadDataset, selectImages, semiSupervisedSplit } from "../datasets";
import { useEngine } from "../engine";
import { knnGraph, propagateAffinities } from "../graph";
import { metricProblem } from "../losses";
import { conjugateGradient, grassmann } from "../manifold";
import { embed, mnistNetwork } from "../networks";
import { mineTriplets, selectTriplets, tripletDifferences, tripletQuality } from "../triplets";
import type { Command, Terminal } from "./command";
import { doctor } from "./doctor";
import { readWords } from "./readWords";

const help = `Usage: ssdml start

Shows what this machine has (ssdml doctor), then walks through the method on real digits in some ten seconds:
embeddings → graph → affinities → triplets → one metric on the Grassmann manifold.`;

export const start: Command = {
  name: "start",
  summary: "the doctor's table, then the method step by step on real digits",
  help,
  async run(words, terminal) {
    const { values } = readWords("start", () =>
      parseArgs({ args: words, options: { help: { type: "boolean", short: "h" } } }),
    );
    if (values.help) {
      terminal.out(help);
      return 0;
    }
    const code = await doctor.run([], terminal);
    if (code !== 0) return code;
    await demonstrate(terminal);
    return 0;
  },
};

const points = 1000;
const batch = 100;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Algorithm 1 up to the first mini-batch (paper §2) on a thousand MNIST digits, a hundred of them labeled. */
async function demonstrate(terminal: Terminal): Promise<void> {
  const began = performance.now();
  const say = (step: string, result: string) => {
    terminal.signal.throwIfAborted();
    terminal.out(`  ${step.padEnd(11)} ${result}`);
  };
  terminal.out("\nThe method, step by step, on MNIST\n");

  const engine = await useEngine("auto");
  say("engine", `${engine.name} ${engine.version} on ${engine.device}`);

  const { train } = await loadDataset("mnist");
  const chosen = random(1).sample(train.labels.length, points);
  const images = selectImages(train.images, chosen);
  const trueLabels = Int32Array.from(chosen, (i) => train.labels[i]);
  const { labels, labeled } = semiSupervisedSplit(trueLabels, {
    labeledPerClass: 10,
    validation: 0,
    seed: 1,
  });
  say("digits", `${points} images, ${labeled.length} of them labeled`);

  const network = mnistNetwork({ seed: 1 });
  const embeddings = embed(network, images);
  const z = { data: (await embeddings.data()) as Float32Array, shape: embeddings.shape };
  tf.dispose(embeddings);
  network.dispose();
  say("embeddings", `the paper's network, not trained yet: ${z.shape.join(" × ")}`);

  const graph = knnGraph(z, { k: 10 });
  const sameClass = graph.neighbors.filter((j, at) => trueLabels[j] === trueLabels[Math.floor(at / graph.k)]);
  say(
    "graph",
    `10 nearest neighbours each; ${percent(sameClass.length / graph.neighbors.length)} share the class`,
  );

  const affinities = await propagateAffinities(graph, labels, { gamma: 0.99 });
  say("affinities", String(affinities));

  const triplets = mineTriplets(graph, affinities, { anchors: "all" });
  const quality = tripletQuality(triplets, trueLabels);
  say(
    "triplets",
    `${triplets.count}: ${percent(quality.positives)} of the positives share the anchor's class,`,
  );
  say("", `${percent(quality.negatives)} of the negatives do not`);

  const { p, q } = tripletDifferences(z, selectTriplets(triplets, random(2).sample(triplets.count, batch)));
  const problem = metricProblem(p, q, { alpha: 40, precision: "float64" });
  const manifold = grassmann(128, 64);
  const { history, stopReason } = await conjugateGradient(manifold, problem, manifold.rand(3), {
    maxIterations: 10,
  });
  say("metric", `L on Gr(128, 64) by Riemannian conjugate gradients, ${batch} triplets: ${stopReason}`);
  terminal.out("");
  terminal.out(`${" ".repeat(14)}iteration      cost   gradient norm   step size`);
  for (const row of history) {
    const cells = [
      String(row.iteration).padStart(9),
      row.cost.toFixed(4).padStart(9),
      row.gradientNorm.toExponential(2).padStart(15),
      (row.stepSize?.toFixed(4) ?? "").padStart(11),
    ];
    terminal.out(`${" ".repeat(14)}${cells.join(" ")}`);
  }
  terminal.out(
    `\nDone in ${((performance.now() - began) / 1000).toFixed(1)} s. Next: README.md, or npx ssdml --help`,
  );
}
