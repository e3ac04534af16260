import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { cifarNetwork, embed, packMatrix, preprocessingFrom, unpackMatrix, whiten } from "../../lib/networks";

describe("a packed matrix", () => {
  before(() => useEngine("wasm"));

  it("is a small one as it is, and one that is not square", () => {
    const small = { data: Float32Array.of(1, 2, 2, 5), shape: [2, 2] };
    assert.deepEqual(unpackMatrix("m", packMatrix("m", small)), { m: small });
    const wide = { data: new Float32Array(600 * 700), shape: [600, 700] };
    assert.deepEqual(Object.keys(packMatrix("m", wide)), ["m"]);
  });

  it("takes a quarter of the bytes, its diagonal is exact, and small entries are as exact as large ones", () => {
    const [n, noise] = [600, random(1)];
    const data = new Float32Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++)
        data[i * n + j] = data[j * n + i] = noise.normal() * 10 ** -(3 * noise.uniform());
    const parts = packMatrix("m", { data, shape: [n, n] });
    const bytes = Object.values(parts).reduce((sum, part) => sum + part.data.byteLength, 0);
    assert.ok(bytes < 0.27 * data.byteLength, `${bytes} bytes`);
    const { m, other } = unpackMatrix("m", { ...parts, other: { data: new Float32Array(1), shape: [1] } });
    assert.deepEqual(m.shape, [n, n]);
    assert.deepEqual(other.shape, [1]);
    for (let i = 0; i < n; i++) {
      assert.equal(m.data[i * n + i], data[i * n + i]);
      for (let j = 0; j < i; j++) {
        assert.equal(m.data[i * n + j], m.data[j * n + i]);
        // |a| = A(q/32767)²: half a step of q is √(A|a|)/32767.
        const [value, allowed] = [data[i * n + j], Math.sqrt(5 * Math.abs(data[i * n + j])) / 32767 + 1e-8];
        assert.ok(Math.abs(m.data[i * n + j] - value) <= allowed, `${m.data[i * n + j]} for ${value}`);
      }
    }
  });

  it("whitens pictures so that their embeddings differ by less than 1e-4", async () => {
    const [count, noise] = [60, random(2)];
    const data = new Uint8Array(count * 3072);
    for (let n = 0; n < count; n++) {
      let level = 128;
      for (let i = 0; i < 3072; i++) {
        level = 128 + 0.95 * (level - 128) + 12 * noise.normal();
        data[n * 3072 + i] = Math.max(0, Math.min(255, Math.round(level)));
      }
    }
    const images = { data, shape: [count, 32, 32, 3] as [number, number, number, number] };
    const whitening = await whiten(images);
    const packed = unpackMatrix("matrix", {
      ...whitening.arrays,
      matrix: { data: new Float32Array(0), shape: [0] },
      ...packMatrix("matrix", whitening.arrays.matrix),
    });
    const again = preprocessingFrom("whitening", packed);
    const network = cifarNetwork({ seed: 1, initialization: "he" });
    const [z, y] = [whitening, again].map((preprocessing) => embed(network, images, { preprocessing }));
    const [difference] = tf.tidy(() => tf.max(tf.abs(tf.sub(z, y)))).dataSync();
    assert.ok(difference > 0 && difference < 1e-4, `${difference}`);
    tf.dispose([z, y]);
    network.dispose();
    whitening.dispose();
    again.dispose();
  });

  it("whose parts do not fit is refused", () => {
    const part = (data: Float32Array | Int16Array) => ({ data, shape: [data.length] });
    const parts = {
      "m/diagonal": part(new Float32Array(3)),
      "m/triangle": part(new Int16Array(4)),
      "m/largest": part(new Float32Array(1)),
    };
    assert.throws(() => unpackMatrix("m", parts), /the parts of m do not fit each other/);
  });
});
