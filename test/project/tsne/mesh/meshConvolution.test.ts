import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../../lib/core/values/random";
import { meshConvolution } from "../../../../lib/project/tsne/mesh/meshConvolution";

describe("meshConvolution", () => {
  it("convolves as the double sum does, twice the same", () => {
    const nodes = 8;
    const noise = random(4);
    const mesh = Float64Array.from({ length: nodes * nodes }, () => noise.normal());
    const kernel = (dx: number, dy: number) => 1 / (1 + dx * dx + 2 * dy * dy);
    const convolution = meshConvolution(nodes);
    convolution.setKernel(kernel, () => 1);
    for (let time = 0; time < 2; time++) {
      const result = mesh.slice();
      convolution.apply(result);
      result.forEach((value, at) => {
        let sum = 0;
        mesh.forEach((mass, from) => {
          const dx = Math.abs(Math.floor(at / nodes) - Math.floor(from / nodes));
          sum += mass * kernel(dx, Math.abs((at % nodes) - (from % nodes)));
        });
        assert.ok(Math.abs(value - sum) < 1e-12);
      });
    }
  });
});
