import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-cpu";
import { DataFrame, Series } from "danfojs-node";
import { PNG } from "pngjs";
import { toMimeBundle } from "../../kernels/ssdml/display/mimeBundle";
import { drawProgress } from "../../kernels/ssdml/display/progress";
import { result, shown, TestKernel } from "./client";

describe("toMimeBundle", () => {
  it("first asks the object itself", async () => {
    const own = { [Symbol.for("Jupyter.display")]: () => ({ "text/html": "<b>x</b>" }) };
    assert.deepEqual(await toMimeBundle(own), { "text/html": "<b>x</b>", "text/plain": "[Object]" });
  });

  it("accepts bytes from it, and rejects values that are not bundles", async () => {
    const own = (bundle: unknown) => ({ [Symbol.for("Jupyter.display")]: () => bundle });
    const bytes = await toMimeBundle(own(Promise.resolve({ "image/png": Uint8Array.of(1, 2) })));
    assert.equal(bytes["image/png"], "AQI=");
    for (const bundle of [5, null, "text", [1]]) {
      assert.throws(() => toMimeBundle(own(bundle)), /Jupyter\.display.* Return an object/);
    }
  });

  it("shows tensors inside other values in one line each", async () => {
    const [vector, matrix] = [tf.ones([2]), tf.ones([2, 2])];
    matrix.dispose();
    const nested = { list: [vector], map: new Map([["m", matrix]]) };
    assert.deepEqual(await toMimeBundle(nested), {
      "text/plain":
        "{ list: [ Tensor float32 [2] ], map: Map(1) { 'm' => Tensor float32 [2, 2] (disposed) } }",
    });
    vector.dispose();
  });

  it("calls no getters and no proxy traps to show a value as text", async () => {
    const shy = {
      get x(): never {
        throw new Error("called");
      },
    };
    assert.deepEqual(await toMimeBundle([shy]), { "text/plain": "[ { x: [Getter] } ]" });
    const trap = new Proxy({}, { ownKeys: () => assert.fail("called") });
    assert.deepEqual(await toMimeBundle({ trap }), { "text/plain": "{ trap: {} }" });
  });

  it("summarizes tensors in one line", async () => {
    const tensor = tf.tensor2d([1, 2, 3, 4, 5, 6, 7, 8], [2, 4]);
    assert.deepEqual(await toMimeBundle(tensor), {
      "text/plain": "Tensor float32 [2, 4]: min 1, mean 4.5, max 8",
    });
    const broken = tf.tensor1d([NaN, 1, 2, 3, 4, 5, 6]);
    assert.match(String((await toMimeBundle(broken))["text/plain"]), /1 not finite/);
    tensor.dispose();
    broken.dispose();
    assert.deepEqual(await toMimeBundle(tensor), { "text/plain": "Tensor float32 [2, 4] (disposed)" });
  });

  it("draws matrices as heatmaps and pictures as strips", async () => {
    const pictures: [shape: number[], width: number, height: number][] = [
      [[40, 20], 20 * 8, 40 * 8],
      [[12, 14, 14], (10 * 15 - 1) * 4, (2 * 15 - 1) * 4],
      [[28, 28, 3], 28 * 2, 28 * 2],
      [[5, 28, 28, 1], (5 * 29 - 1) * 2, 28 * 2],
      [[2, 14, 14, 6], (6 * 15 - 1) * 4, 14 * 4],
    ];
    for (const [shape, width, height] of pictures) {
      const tensor = tf.randomNormal(shape);
      const bundle = await toMimeBundle(tensor);
      tensor.dispose();
      const png = PNG.sync.read(Buffer.from(String(bundle["image/png"]), "base64"));
      assert.deepEqual([png.width, png.height], [width, height], shape.join());
      assert.match(
        String(bundle["text/html"]),
        /Tensor float32 \[[\d, ]+\]: min .*<img src="data:image\/png/,
      );
      assert.ok(!String(bundle["text/plain"]).includes("\n"));
    }
    const small = tf.zeros([2, 2]);
    assert.deepEqual(await toMimeBundle(small), { "text/plain": "Tensor float32 [2, 2]: 0, 0, 0, 0" });
    small.dispose();
  });

  it("shows the library's plain records by their form, whoever made them", async () => {
    const images = { data: new Uint8Array(2 * 4 * 4), shape: [2, 4, 4, 1] };
    const part = { images, labels: Int32Array.of(0, 1) };
    const dataset = { name: "toy", train: part, test: part, classNames: ["a", "b"], imageShape: [4, 4, 1] };
    const bundle = await toMimeBundle(dataset);
    assert.equal(bundle["text/plain"], "toy: 2 training and 2 test images, 4 × 4 × 1, of 2 classes");
    assert.match(
      String(bundle["text/html"]),
      /<th>b<\/th><td>1<\/td><td>1<\/td><td><img src="data:image\/png/,
    );
    const row = { dataset: "mnist", method: "AGML", seed: 1, metric: "nmi", k: null, value: 0.5 };
    assert.match(String((await toMimeBundle([row]))["text/html"]), /<td>50.0<\/td>/);
  });

  it("gives Vega-Lite specifications the version that front ends draw", async () => {
    const spec = { $schema: "https://vega.github.io/schema/vega-lite/v6.json", mark: "point", title: "t" };
    const bundle = await toMimeBundle(spec);
    const drawn = bundle["application/vnd.vegalite.v5+json"] as Record<string, unknown>;
    assert.equal(drawn.$schema, "https://vega.github.io/schema/vega-lite/v5.json");
    assert.equal(drawn.mark, "point");
    assert.ok(!("text/html" in bundle));
    assert.deepEqual(await toMimeBundle({ toSpec: () => spec }), bundle);
  });

  it("adds a picture to charts, unless they load data from a URL or cannot be drawn", async () => {
    const $schema = "https://vega.github.io/schema/vega-lite/v5.json";
    const drawn = await toMimeBundle({ $schema, width: 50, data: { values: [{ url: "x" }] }, mark: "point" });
    const png = PNG.sync.read(Buffer.from(String(drawn["image/png"]), "base64"));
    assert.ok(png.width >= 100 && png.height > 0, `${png.width} × ${png.height}`);
    for (const spec of [
      { $schema, data: { url: "data/cars.json" }, mark: "point" },
      { $schema, layer: [{ data: { url: "data/cars.json" }, mark: "point" }] },
      { $schema, mark: { nonsense: true } },
    ]) {
      const bundle = await toMimeBundle(spec);
      assert.ok("application/vnd.vegalite.v5+json" in bundle);
      assert.ok(!("image/png" in bundle), JSON.stringify(spec));
    }
  });

  it("shows frames as escaped HTML tables", async () => {
    const table = new DataFrame([
      { "<name>": "<script>", value: 1.5 },
      { "<name>": "b", value: 2 },
    ]);
    const bundle = await toMimeBundle(table);
    assert.match(String(bundle["text/html"]), /<td>&lt;script&gt;<\/td><td>1.5<\/td>/);
    assert.match(String(bundle["text/html"]), /<th>&lt;name&gt;<\/th><th>value<\/th>/);
    assert.equal(
      bundle["text/plain"],
      "     <name>  value\n0  <script>    1.5\n1         b      2\n\n2 rows × 2 columns",
    );
    const series = await toMimeBundle(new Series([1, 2, 3]));
    assert.match(String(series["text/html"]), /<tr><th>2<\/th><td>3<\/td><\/tr>/);
    const long = await toMimeBundle(new Series(Array.from({ length: 100 }, (_, i) => i)));
    assert.equal(String(long["text/html"]).match(/<tr>/g)?.length, 1 + 5 + 1 + 5);
  });

  it("shows the values of mathjs as mathematics", async () => {
    const math = await import("mathjs");
    const expression = await toMimeBundle(math.parse("x^2 / 3"));
    assert.match(String(expression["text/latex"]), /^\$\$\\frac.*\$\$$/);
    assert.equal(expression["text/plain"], "x ^ 2 / 3");
    assert.deepEqual(
      await toMimeBundle(
        math.matrix([
          [1, 2],
          [3, 4],
        ]),
      ),
      {
        "text/latex": "$$\\begin{bmatrix}1 & 2\\\\3 & 4\\end{bmatrix}$$",
        "text/plain": "[[1, 2], [3, 4]]",
      },
    );
    assert.deepEqual(await toMimeBundle(math.matrix([1, 2])), { "text/plain": "[1, 2]" });
    const large = await toMimeBundle(math.zeros(20, 30));
    assert.equal(large["text/plain"], "DenseMatrix [20, 30]: min 0, mean 0, max 0");
    assert.ok("image/png" in large);
    for (const [value, text] of [
      [math.complex(1, 2), "1 + 2i"],
      [math.unit("5 cm"), "5 cm"],
      [math.fraction(1, 3), "1/3"],
      [math.bignumber("1.5"), "1.5"],
    ]) {
      assert.deepEqual(await toMimeBundle(value), { "text/plain": text });
    }
  });

  it("shows pictures, elements and plain values", async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1);
    assert.equal((await toMimeBundle(png))["image/png"], Buffer.from(png).toString("base64"));
    assert.equal((await toMimeBundle({ outerHTML: "<p>" }))["text/html"], "<p>");
    assert.deepEqual(await toMimeBundle([1, "a"]), { "text/plain": "[ 1, 'a' ]" });
    assert.deepEqual(await toMimeBundle(null), { "text/plain": "null" });
  });
});

describe("progress", () => {
  it("shows the remaining time, and one line at the end", () => {
    const state = { label: "train", done: 10, total: 40, elapsedMs: 5000, finished: false };
    assert.equal(drawProgress(state)["text/plain"], "train: 10/40, 5 s, 15 s left");
    const end = drawProgress({ ...state, done: 40, elapsedMs: 80_000, finished: true });
    assert.equal(end["text/plain"], "train: 40/40 in 1 min 20 s");
    const quick = drawProgress({ ...state, label: "", elapsedMs: 240, finished: true });
    assert.equal(quick["text/plain"], "10/40 in 0.2 s");
    assert.doesNotMatch(String(end["text/html"]), /<progress/);
  });
});

describe("display in cells", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  it("shows several MIME types, in place when updated", async () => {
    const { outputs } = await kernel.execute(
      'const shown = await display(notebook.html("<b>1</b>")); await shown.update(notebook.markdown("*2*"));',
    );
    assert.deepEqual(
      outputs.map(({ type }) => type),
      ["display_data", "update_display_data"],
    );
    const [first, second] = outputs;
    assert.deepEqual(first?.content.transient, second?.content.transient);
    assert.deepEqual(second?.content.data, { "text/markdown": "*2*", "text/plain": "*2*" });
  });

  it("stays in order without await, and shows nothing more as the last value", async () => {
    const { outputs } = await kernel.execute('display("a"); console.log("b"); display(Promise.resolve("c"))');
    assert.deepEqual(
      outputs.map(({ type }) => type),
      ["display_data", "stream", "display_data", "update_display_data"],
    );
  });

  it("waits for charts that are not awaited, and keeps their place", async () => {
    const spec = '{ $schema: "https://vega.github.io/schema/vega-lite/v5.json", mark: "point" }';
    const { outputs } = await kernel.execute(`display(${spec}); console.log("behind");`);
    assert.deepEqual(
      outputs.map(({ type }) => type),
      ["display_data", "stream", "update_display_data"],
    );
    const data = outputs[2].content.data as Record<string, string>;
    const png = PNG.sync.read(Buffer.from(data["image/png"], "base64"));
    const { width } = (outputs[2].content.metadata as Record<string, { width: number }>)["image/png"];
    assert.equal(width, Math.round(png.width / 2), "shown at the chart's size");
  });

  it("survives charts on which the renderer of pictures panics", async () => {
    await kernel.execute("const kept = 7;");
    const x = '{ field: "a", type: "quantitative", scale: { domain: [0, 1] } }';
    const run = await kernel.execute(
      `({ $schema: "https://vega.github.io/schema/vega-lite/v5.json", autosize: "none", data: { values: [{ a: 9 }] }, mark: "point", encoding: { x: ${x} } })`,
    );
    assert.deepEqual(Object.keys(shown(run)[0]), ["application/vnd.vegalite.v5+json", "text/plain"]);
    const own = await kernel.execute(
      `import { svgToPng } from "ssdml"; await svgToPng('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect x="99" width="9" height="9" opacity="0.5"/></svg>')`,
    );
    assert.match(String(own.reply.content.evalue), /^svgToPng: this SVG cannot be drawn/);
    assert.equal(result(await kernel.execute("kept")), "7");
  });

  it("explains which values progress accepts", async () => {
    const { reply } = await kernel.execute("for (const i of progress(5 as any)) i;");
    assert.match(
      String(reply.content.evalue),
      /^progress: the source must be iterable, got 5\. Pass an array/,
    );
  });

  it("shows one bar for loops and for async loops", async () => {
    for (const loop of ["for", "for await"]) {
      const run = await kernel.execute(`let sum = 0; ${loop} (const x of progress([1, 2, 3])) sum += x; sum`);
      const types = new Set(run.outputs.map(({ type }) => type));
      assert.deepEqual([...types], ["display_data", "update_display_data", "execute_result"]);
      const texts = shown(run).map((data) => String(data["text/plain"]));
      assert.match(texts.at(-2)!, /^3\/3 in/);
      assert.equal(texts.at(-1), "6");
    }
  });

  it("shows the error of an object that fails to show itself", async () => {
    const { reply } = await kernel.execute(
      '({ [Symbol.for("Jupyter.display")]() { throw new Error("cannot"); } })',
    );
    assert.equal(reply.content.evalue, "cannot");
  });
});
