import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Series } from "danfojs-node";
import * as ssdml from "ssdml";

const points = [
  [0, 0],
  [0, 1],
  [5, 5],
  [5, 6],
  [1, 0],
  [6, 5],
];
const names = ["emu", "emu", "cat", "cat", "emu", "cat"];
const numbers = [1, 1, 0, 0, 1, 0];

describe("labels in any form", () => {
  before(() => ssdml.useEngine("cpu"));

  it("are tensors of texts or of one column, and a Series, in which what is missing is unlabeled", () => {
    const forms = [ssdml.tf.tensor1d(names), ssdml.tf.tensor2d(numbers, [6, 1]), new Series(names)];
    for (const form of forms)
      assert.deepEqual(
        ssdml.recallAtK(points, form as ssdml.Labels, [1]),
        ssdml.recallAtK(points, names, [1]),
      );
    ssdml.tf.dispose(forms.slice(0, 2));
    const gaps = { values: ["a", undefined, "b", NaN], index: [0, 1, 2, 3] };
    assert.deepEqual(
      ssdml.initialAffinities(gaps).toDense(),
      ssdml.initialAffinities([0, -1, 1, -1]).toDense(),
    );
  });

  it("of one class per column are rejected with what to do", () => {
    const oneHot = ssdml.tf.tensor2d([
      [1, 0],
      [0, 1],
    ]);
    assert.throws(() => ssdml.initialAffinities(oneHot), /got a tensor of shape \[2,2\]\. .*argMax\(1\)\.$/);
    oneHot.dispose();
  });

  it("give figures the names of the classes, in the order and color of the data set's class names", () => {
    const spec = (figure: ssdml.Figure) => JSON.stringify(figure.spec);
    const scatter = spec(ssdml.embeddingScatter(points, names));
    assert.match(scatter, /"domain":\["cat","emu"\]/);
    assert.equal(scatter, spec(ssdml.embeddingScatter(points, new Series(names))));
    const classNames = ["emu", "bat", "cat"];
    const same = numbers.map((number) => (number === 1 ? 0 : 2));
    assert.equal(
      spec(ssdml.embeddingScatter(points, names, { classNames })),
      spec(ssdml.embeddingScatter(points, same, { classNames })),
    );
    assert.match(spec(ssdml.clusterConfusion(numbers, names)), /"class":"emu"/);
    assert.match(spec(ssdml.clusterConfusion(names, numbers)), /"cluster":"emu"/);
    const graph = ssdml.knnGraph(points, { k: 2 });
    assert.match(spec(ssdml.graphFigure(graph, points, { labels: names })), /"emu"/);
  });

  it("name the classes of triplets that are judged", async () => {
    const graph = ssdml.knnGraph(points, { k: 4 });
    const triplets = ssdml.mineTriplets(
      graph,
      await ssdml.propagateAffinities(graph, ["emu", null, "cat", null, null, null]),
    );
    const [quality, plain] = [names, numbers].map((labels) => ssdml.tripletQuality(triplets, labels));
    assert.deepEqual(quality.rows, plain.rows);
    assert.match(JSON.stringify(ssdml.tripletQualityBars(quality).spec), /"group":"(emu|cat)"/);
    assert.match(
      JSON.stringify(ssdml.neighborhoodFigure(triplets, triplets.anchors[0], points, { labels: names }).spec),
      /"class":"(emu|cat)"/,
    );
  });

  it("are what fit judges its triplets by", async () => {
    const qualities = await Promise.all(
      [names, numbers, new Series(names)].map(async (trueLabels) => {
        const found: unknown[] = [];
        const model = new ssdml.AGML({ seed: 1, epochs: 1, k: 4, partitionSize: 6 });
        await model.fit(points, ["emu", null, "cat", null, null, null], {
          trueLabels,
          onEvent: (event) => {
            if (event.kind === "triplets") found.push(event.quality?.rows);
          },
        });
        model.dispose();
        return found;
      }),
    );
    assert.equal(qualities[0].length, 1);
    assert.ok(qualities[0][0]);
    assert.deepEqual(qualities[1], qualities[0]);
    assert.deepEqual(qualities[2], qualities[0]);
  });
});
