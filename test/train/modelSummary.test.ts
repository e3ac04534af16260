import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { AGML, dense, imagesFromArray, LRML, sequential, useEngine } from "../../lib";

const bundleOf = (model: object) =>
  (model as Record<symbol, () => Record<string, string>>)[Symbol.for("Jupyter.display")]();

describe("how a model shows itself", () => {
  it("names its parts, and its network, parameters and memory once it is fitted", async () => {
    await useEngine("cpu");
    const network = sequential([dense(6)], { input: [4, 4, 1], seed: 1, name: "tiny" });
    assert.equal(inspect(network), "tiny network: [4, 4, 1] in 2 layers, 102 parameters");
    network.dispose();
    const model = new AGML({ network: sequential([dense(6)], { name: "tiny" }), epochs: 0, k: 2 });
    assert.match(inspect(model), /^AGML, not fitted yet\n {2}miner {2,}affinityMiner \(k 2, /);
    const pixels = Uint8Array.from({ length: 8 * 16 }, (_, i) => (i * 37) % 251);
    await model.fit(imagesFromArray(pixels, [8, 4, 4]), [0, 1, -1, -1, -1, -1, -1, -1]);
    const text = inspect(model);
    assert.match(text, /^AGML: tiny network, L \[6, 3\], 120 parameters, 1 kB\n/);
    // 4·4·6 weights, 6 biases and the 6·3 numbers of L, of 4 bytes each.
    for (const line of [
      /parameters +120\n/,
      /metric L +6 × 3\n/,
      /layers +dense\(6/,
      /optimizer +sgd \(momentum 0.9/,
      /memory +1 kB in 3 tensors\n/,
    ])
      assert.match(text, line);
    assert.equal(
      inspect([model]),
      "[ AGML: tiny network, L [6, 3], 120 parameters, 1 kB ]",
      "one line inside other values",
    );
    const bundle = bundleOf(model);
    assert.equal(bundle["text/plain"], text);
    assert.match(bundle["text/html"], /<th>parameters<\/th><td><div [^>]*>120</);
    model.dispose();
  });

  it("is one line for a classical method and its metric", async () => {
    const model = new LRML();
    assert.equal(inspect(model), "LRML, not fitted yet");
    const x = Array.from({ length: 12 }, (_, i) => [i % 2 ? i : -i, Math.sin(i)]);
    await model.fit(
      x,
      x.map((_, i) => (i < 6 ? i % 2 : -1)),
    );
    assert.match(inspect(model), /^LRML: M \[2, 2\], L \[2, \d\]$/);
    assert.match(inspect(model.metric), /^metric M = LLᵀ \[2, 2\] of rank \d, L \[2, \d\]$/);
    assert.match(inspect(model.metric.matrix), /^Matrix float64 \[2, 2\]: /);
    assert.deepEqual(Object.keys(model.metric), ["matrix", "factor"]);
  });
});
