import assert from "node:assert/strict";
import { it } from "node:test";
import { circlePath } from "../../../lib/figures/path/circlePath";

it("circlePath turns a line's direction to the one before, and moves outwards with the iterations", () => {
  const at = (degrees: number): [number, number] => [
    Math.cos((degrees * Math.PI) / 180),
    Math.sin((degrees * Math.PI) / 180),
  ];
  const text = JSON.stringify(circlePath([at(80), at(-90), at(100)], undefined));
  const rows = [...text.matchAll(/\{"x":([-0-9.e]+),"y":([-0-9.e]+),"iteration":(\d),"stretch":0\}/g)].map(
    ([, x, y, iteration]) => ({ x: Number(x), y: Number(y), iteration: Number(iteration) }),
  );
  const path = [0, 1, 2].map((i) => rows.find(({ iteration }) => iteration === i)!);
  // −90° is the same line as 90°, which is nearer to 80°.
  assert.deepEqual(
    path.map(({ x, y }) => Math.round((Math.atan2(y, x) * 180) / Math.PI)),
    [80, 90, 100],
  );
  [0.12, 0.49, 0.86].forEach((radius, i) => {
    assert.ok(Math.abs(Math.hypot(path[i].x, path[i].y) - radius) < 1e-3);
  });
});
