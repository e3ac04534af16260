import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { toMimeBundle } from "../../kernels/ssdml/display/mimeBundle";
import { compare, evaluateEmbeddings, random } from "../../lib";

const noise = random(3);
const labels = Array.from({ length: 60 }, (_, i) => i % 3);
const apart = labels.map((c) =>
  [5 * (c === 0 ? 1 : 0), 5 * (c === 1 ? 1 : 0), 5 * (c === 2 ? 1 : 0)].map((v) => v + noise.normal()),
);
const mixed = labels.map(() => [noise.normal(), noise.normal(), noise.normal()]);

describe("compare", () => {
  it("has the numbers of evaluateEmbeddings, in a table, a figure and rows", async () => {
    const { rows, table, figure } = await compare({ before: mixed, after: apart }, labels, { seed: 2 });
    for (const [method, x] of Object.entries({ before: mixed, after: apart })) {
      const { nmi, recall, mapAtR, rPrecision } = await evaluateEmbeddings(x, labels, { seed: 2 });
      const of = (metric: string, k: number | null) =>
        rows.find((row) => row.method === method && row.metric === metric && row.k === k)?.value;
      assert.deepEqual(
        [of("nmi", null), of("recall", 1), of("recall", 8), of("mapAtR", null), of("rPrecision", null)],
        [nmi, recall[1], recall[8], mapAtR, rPrecision],
      );
    }
    assert.deepEqual(table.column("method").values, ["before", "after"]);
    assert.deepEqual(table.columns.slice(0, 5), ["dataset", "method", "seeds", "NMI", "R@1"]);
    assert.match(String(figure), /comparison of before, after on data/);
  });

  it("shows its table in a terminal, and below it the figure in a notebook", async () => {
    const compared = await compare({ before: mixed, after: apart }, labels, { recallAt: [1] });
    const lines = inspect(compared).split("\n");
    assert.match(lines[0], /^dataset +method +seeds +NMI +R@1/);
    assert.match(lines[2], /^data +after/);
    assert.equal(lines.length, 3);
    const bundle = (await toMimeBundle(compared)) as Record<string, string>;
    assert.match(
      bundle["text/html"],
      /^<table[\s\S]*<td[^>]*>after<[\s\S]*<img src="data:image\/svg\+xml;base64,/,
    );
    assert.equal(bundle["text/plain"], inspect(compared));
  });

  it("computes only what is asked for", async () => {
    const { rows } = await compare({ after: apart }, labels, {
      metrics: ["recall"],
      recallAt: [2],
      dataset: "three",
    });
    assert.deepEqual(
      rows.map(({ dataset, method, metric, k }) => [dataset, method, metric, k]),
      [["three", "after", "recall", 2]],
    );
  });

  it("says what is missing", async () => {
    await assert.rejects(
      compare({}, labels),
      /^UserError: compare: embeddings must be \{ name: embeddings, … \}/,
    );
    await assert.rejects(compare(apart as never, labels), /compare: embeddings must be/);
    await assert.rejects(
      compare({ a: apart, b: apart.slice(1) }, labels),
      /^UserError: compare: b: labels must have one entry per row of embeddings, got 60 labels for 59 rows/,
    );
    const [data, shape] = [new Float32Array(120), [60, 2]];
    await assert.rejects(compare({ data, shape } as never, labels), /compare: embeddings must be \{ name: /);
    await assert.rejects(compare({ a: apart }, labels, { recalAt: [1] } as never), /did you mean recallAt/);
  });
});
