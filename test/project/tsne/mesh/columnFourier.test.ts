import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../../lib/core/values/random";
import { columnFourier } from "../../../../lib/project/tsne/mesh/columnFourier";

describe("columnFourier", () => {
  it("transforms columns as the sum Σ x_t e^{−2πi tk/n} does, and back", () => {
    const [size, columns] = [16, 3];
    const noise = random(3);
    const re = Float64Array.from({ length: size * columns }, () => noise.normal());
    const im = re.map(() => noise.normal());
    const { forward, inverse, place } = columnFourier(size);
    const [fr, fi] = [re.slice(), im.slice()];
    forward(fr, fi, columns);
    for (let k = 0; k < size; k++) {
      for (let c = 0; c < columns; c++) {
        let [sumRe, sumIm] = [0, 0];
        for (let t = 0; t < size; t++) {
          const angle = (-2 * Math.PI * t * k) / size;
          sumRe += re[t * columns + c] * Math.cos(angle) - im[t * columns + c] * Math.sin(angle);
          sumIm += re[t * columns + c] * Math.sin(angle) + im[t * columns + c] * Math.cos(angle);
        }
        assert.ok(Math.abs(fr[place[k] * columns + c] - sumRe) < 1e-12);
        assert.ok(Math.abs(fi[place[k] * columns + c] - sumIm) < 1e-12);
      }
    }
    inverse(fr, fi, columns);
    assert.ok(fr.every((value, at) => Math.abs(value / size - re[at]) < 1e-14));
    assert.ok(fi.every((value, at) => Math.abs(value / size - im[at]) < 1e-14));
  });
});
