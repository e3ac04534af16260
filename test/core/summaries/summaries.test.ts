import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import {
  imagesFromArray,
  knnGraph,
  mineTriplets,
  propagateAffinities,
  selectImages,
  selectTriplets,
  semiSupervisedSplit,
} from "../../../lib";
import { datasetText, labeledText, matrixText, numbersText } from "../../../lib/core/summaries";

describe("what console.log shows", () => {
  it("is one line for images and data sets", () => {
    const images = imagesFromArray(new Uint8Array(3 * 4 * 5), [3, 4, 5]);
    assert.equal(inspect(images), "3 images, 4 × 5 × 1");
    assert.equal(inspect(selectImages(images, [1])), "1 image, 4 × 5 × 1");
    const part = { images, labels: Int32Array.of(0, 2, -1) };
    assert.equal(labeledText(part), "3 images, 4 × 5 × 1, of 2 classes");
    assert.equal(
      datasetText({ name: "toy", train: part, test: part, classNames: ["a", "b", "c"] }),
      "toy: 3 training and 3 test images, 4 × 5 × 1, of 3 classes",
    );
  });

  it("is one line for a split, whose data stay plain", () => {
    const split = semiSupervisedSplit([0, 0, 0, 0, 1, 1, 1, 1], { labeledPerClass: 1, validation: 0.25 });
    assert.equal(inspect(split), "split of 8 examples: 2 labeled, 4 unlabeled, 2 for validation");
    assert.deepEqual(Object.keys(split), ["labels", "labeled", "unlabeled", "validation"]);
  });

  it("is one line for a graph, affinities and triplets", async () => {
    const z = [[0], [1], [2.1], [3.3], [10], [11]];
    const graph = knnGraph(z, { k: 2 });
    const w = await propagateAffinities(graph, [0, -1, -1, -1, 1, -1]);
    const triplets = mineTriplets(graph, w);
    assert.match(inspect({ graph }), /^\{ graph: kNN graph: 6 points, k = 2 \}$/);
    assert.match(inspect(w), /^W: 6 x 6, γ = 0.99, 2 labeled points of 2 classes/);
    assert.match(inspect(w.toDense()), /^Matrix float64 \[6, 6\]: min /);
    assert.match(
      inspect(triplets),
      /^6 triplets \(anchor, positive, negative\) of 6 anchors: \(0, \d, \d\), \(1, \d, \d\), \(2, \d, \d\), …$/,
    );
    const [a, p, n] = [triplets.anchors, triplets.positives, triplets.negatives].map((role) => role[4]);
    const one = selectTriplets(triplets, [4]);
    assert.equal(inspect(one), `1 triplet (anchor, positive, negative) of 1 anchor: (${a}, ${p}, ${n})`);
    assert.deepEqual(Object.keys(one), ["count", "anchors", "positives", "negatives"]);
  });

  it("counts what is not finite, and lists a few numbers", () => {
    assert.equal(numbersText([1, 2, NaN, 6, Infinity]), "min 1, mean 3, max 6, 2 not finite");
    assert.equal(
      matrixText({ data: Float32Array.of(1, 2.5), shape: [1, 2] }),
      "Matrix float32 [1, 2]: 1, 2.5",
    );
    assert.equal(matrixText({ data: new Float64Array(0), shape: [0, 2] }), "Matrix float64 [0, 2]");
  });
});
