import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { shownValue } from "../../../lib/display/values";

const images = (count: number, size = 4, channels = 1) => ({
  data: Uint8Array.from({ length: count * size * size * channels }, (_, i) => i % 256),
  shape: [count, size, size, channels],
});
const part = (labels: number[]) => ({ images: images(labels.length), labels: Int32Array.from(labels) });

async function shown(value: object): Promise<{ html: string; text: string; pngs: PNG[] }> {
  const bundle = await shownValue(value);
  assert.ok(bundle, "not recognized");
  const { "text/html": html = "", "text/plain": text } = bundle as Record<string, string>;
  const pngs = [...html.matchAll(/data:image\/png;base64,([^"]+)/g)].map(([, data]) =>
    PNG.sync.read(Buffer.from(data, "base64")),
  );
  return { html, text, pngs };
}

describe("shownValue", () => {
  it("shows a data set with the counts and first images of each class", async () => {
    const dataset = {
      name: "toy",
      train: part([0, 1, 0, 0]),
      test: part([1, 1]),
      classNames: ["<cat>", "dog"],
    };
    const { html, text, pngs } = await shown(dataset);
    assert.equal(text, "toy: 4 training and 2 test images, 4 × 4 × 1, of 2 classes");
    assert.match(html, /<th>&lt;cat&gt;<\/th><td>3<\/td><td>0<\/td>.*<th>dog<\/th><td>1<\/td><td>2<\/td>/);
    // Three cats of 4 pixels, 10 screen pixels each, with a pixel between them; one dog.
    assert.deepEqual(
      pngs.map(({ width, height }) => [width, height]),
      [
        [140, 40],
        [40, 40],
      ],
    );
    const classNames = Array.from({ length: 200 }, (_, i) => `class ${i}`);
    assert.match((await shown({ ...dataset, classNames })).html, /… and 180 more classes/);
  });

  it("thins large images", async () => {
    const large = { images: images(2, 224, 3), labels: Int32Array.of(0, 0) };
    const { pngs } = await shown(large);
    assert.equal(pngs.length, 1);
    assert.ok(pngs[0].width <= 200 && pngs[0].height <= 60, `${pngs[0].width} × ${pngs[0].height}`);
  });

  it("draws matrices and metrics, of any size", async () => {
    const matrix = { data: Float64Array.from({ length: 600_000 }, (_, i) => i), shape: [6000, 100] };
    const { text, pngs } = await shown(matrix);
    assert.equal(text, "Matrix float64 [6000, 100]: min 0, mean 300000, max 600000");
    assert.equal(pngs.length, 1);
    const plane = { data: new Float64Array(600), shape: [300, 2] };
    assert.deepEqual((await shown(plane)).pngs, [], "a heatmap of two columns shows nothing");
    const small = { data: Float64Array.of(2, 0, 0, 2), shape: [2, 2] };
    assert.deepEqual(await shown({ matrix: small, factor: small }), {
      text: "metric M = LLᵀ [2, 2] of rank 2, L [2, 2]",
      html: "",
      pngs: [],
    });
  });

  it("sums up splits, triplets and result rows", async () => {
    const some = Int32Array.of(1, 2);
    const split = { labels: some, labeled: some, unlabeled: some, validation: some };
    assert.match((await shown(split)).text, /^split of 2 examples/);
    assert.match(
      (await shown({ count: 2, anchors: some, positives: some, negatives: some })).text,
      /^2 triplets .*\(1, 1, 1\), \(2, 2, 2\)$/,
    );
    const row = { dataset: "mnist", method: "AGML", seed: 1, metric: "nmi", k: null, value: 0.5 };
    const rows = await shown([row, { ...row, seed: 2, value: 0.6 }]);
    assert.match(rows.html, /<th>mnist<\/th><td>AGML<\/td><td>2<\/td><td>55.0 ± 7.1<\/td>/);
    assert.match(rows.text, /^dataset {2}method/);
  });

  it("shows the first of many rows as a table, and few as they are", async () => {
    const third = await shown(Array.from({ length: 5 }, (_, i) => ({ epoch: 12345 + i, loss: 1 / 3 })));
    assert.match(third.html, /<td>12345<\/td><td>0.3333<\/td>/);
    const rows = Array.from({ length: 300 }, (_, i) => ({
      epoch: i,
      loss: i / 8,
      "<b>": i > 0 ? "a<b" : null,
    }));
    const { text, html } = await shown(rows);
    assert.equal(text, "300 rows: epoch, loss, <b>");
    assert.match(html, /<th>&lt;b&gt;<\/th>.*<th>0<\/th><td>0<\/td><td>0<\/td><td>–<\/td>/);
    assert.match(html, /<td>19<\/td><td>2.375<\/td><td>a&lt;b<\/td>.*the first 20 of 300 rows/);
    assert.equal(html.split("<tr>").length - 1, 21);
    const others = [
      rows.slice(0, 2),
      rows.map(({ epoch }) => ({ epoch })),
      rows.map((row, i) => (i === 200 ? { epoch: 1 } : row)),
      rows.map((row) => ({ ...row, more: [1] })),
      rows.map((row) =>
        Object.defineProperty({ ...row }, "later", { get: () => assert.fail(), enumerable: true }),
      ),
      rows.map(() => new Map()),
    ];
    for (const other of others) assert.equal(shownValue(other), undefined);
  });

  it("leaves other values alone, and calls no traps of proxies", () => {
    const trap = () => assert.fail("called");
    for (const other of [
      [],
      [1, 2],
      [{ dataset: "a" }],
      { data: [1, 2], shape: [1, 2] },
      { data: Float32Array.of(1), shape: [2, 2] },
      { labels: [1], labeled: [1], unlabeled: [], validation: [] },
      new Map(),
      () => 1,
      new Proxy({}, { get: trap, has: trap }),
      [new Proxy({}, { get: trap })],
    ]) {
      assert.equal(shownValue(other), undefined);
    }
  });
});
