import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../core/values";
import { checkDataset, selectImages, semiSupervisedSplit, type Dataset, type Images } from "../../datasets";
import { knnGraph, propagateAffinities } from "../../graph";
import { metricProblem } from "../../losses";
import { conjugateGradient, grassmann } from "../../manifold";
import { embed, mnistNetwork } from "../../networks";
import { mineTriplets, selectTriplets, tripletDifferences } from "../../mining";
import { neighborhoodFigure, type Figure } from "../../figures";
import { seed as seedValue } from "../../core/options";
import { typicalAnchor } from "./typicalAnchor";

/** Number of unlabeled images among which the neighborhood is searched. */
const unlabeled = 400;

/**
 * The paper's Figure 1b with real digits: an anchor's mined positives and negatives before and after the conjugate gradients of a
 * mini-batch that contains them. `typicalAnchor` chooses the anchor, and the figure says how.
 *
 * @example const figure = async () => paperNeighborhood(await loadDataset("mnist"), 1); // a minute
 */
export async function paperNeighborhood(dataset: Dataset, seed: number): Promise<Figure> {
  const { train } = checkDataset("paperNeighborhood", dataset);
  seedValue().read(seed, "paperNeighborhood: seed");
  const split = semiSupervisedSplit(train.labels, { labeledPerClass: 10, validation: 0, seed });
  const chosen = [...split.labeled, ...split.unlabeled.slice(0, unlabeled)];
  const images = selectImages(train.images, chosen);
  const z = await untrainedEmbeddings(images, seed);
  const graph = knnGraph(z, { k: 4 });
  const labels = Int32Array.from(chosen, (i) => split.labels[i]);
  const triplets = mineTriplets(graph, await propagateAffinities(graph, labels));
  const classes = Int32Array.from(chosen, (i) => train.labels[i]);
  const { anchor, note } = typicalAnchor(triplets, { labels, classes, seed });
  const others = random(seed).sample(triplets.count, 98);
  const own = Array.from(triplets.anchors.keys()).filter((t) => triplets.anchors[t] === anchor);
  const { p, q } = tripletDifferences(z, selectTriplets(triplets, Int32Array.from([...own, ...others])));
  const [, d] = z.shape;
  const manifold = grassmann(d, d >> 1);
  const start = manifold.rand(seed);
  const problem = metricProblem(p, q, { precision: "float64" });
  const { point } = await conjugateGradient(manifold, problem, start, { maxIterations: 10 });
  const project = (l: { data: Float64Array; shape: [number, number] }) =>
    tf.tidy(() =>
      tf.matMul<tf.Tensor2D>(tf.tensor2d(z.data, z.shape), tf.tensor2d(Float32Array.from(l.data), l.shape)),
    );
  const [before, after] = [project(start), project(point)];
  const figure = neighborhoodFigure(triplets, anchor, before, { after, images, labels: classes, note });
  tf.dispose([before, after]);
  return figure;
}

async function untrainedEmbeddings(images: Images, seed: number) {
  const network = mnistNetwork({ seed });
  try {
    const embeddings = embed(network, images);
    const z = { data: (await embeddings.data()) as Float32Array, shape: embeddings.shape };
    embeddings.dispose();
    return z;
  } finally {
    network.dispose();
  }
}
