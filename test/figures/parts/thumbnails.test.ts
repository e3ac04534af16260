import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { thumbnail } from "../../../lib/figures/parts/thumbnails";

describe("thumbnail", () => {
  it("keeps grey, colored and transparent pixels", () => {
    const pixels = Uint8Array.from([10, 20, 30, 40, 50, 60, 70, 80]);
    const decode = (url: string) => PNG.sync.read(Buffer.from(url.split(",")[1], "base64")).data;
    assert.deepEqual(
      [...decode(thumbnail({ data: pixels, shape: [2, 2, 2, 1] }, 1))],
      [50, 60, 70, 80].flatMap((grey) => [grey, grey, grey, 255]),
    );
    assert.deepEqual([...decode(thumbnail({ data: pixels, shape: [2, 1, 1, 3] }, 1))], [40, 50, 60, 255]);
    assert.deepEqual([...decode(thumbnail({ data: pixels, shape: [2, 1, 1, 4] }, 0))], [10, 20, 30, 40]);
    const floats = { data: Float32Array.from([-1, 0, 1, 0]), shape: [1, 2, 2, 1] } as const;
    assert.deepEqual(
      [...decode(thumbnail({ ...floats, shape: [...floats.shape] }, 0))].filter((_, i) => i % 4 === 0),
      [0, 128, 255, 128],
    );
  });
});
