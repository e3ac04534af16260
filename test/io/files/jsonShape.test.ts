import assert from "node:assert/strict";
import { it } from "node:test";
import * as shape from "../../../lib/io/files/jsonShape";

it("shapes describe parsed JSON: fields may be left out or be one of several, others are ignored", () => {
  const isCell = shape.fields({
    name: shape.isText,
    seeds: shape.listOf(shape.isCount),
    share: shape.optional(shape.isNumber),
    k: shape.either(shape.isNull, shape.isCount),
    scale: shape.oneOf("quick", "paper"),
    done: shape.isFlag,
  });
  const cell = { name: "a", seeds: [1, 2], k: null, scale: "quick", done: true, more: {} };
  assert.ok(isCell(cell) && isCell({ ...cell, share: 0.5, k: 8 }));
  for (const wrong of [
    { name: 1 },
    { seeds: [1, -1] },
    { seeds: { 0: 1 } },
    { share: "0.5" },
    { share: null },
    { k: 1.5 },
    { scale: "huge" },
    { done: 1 },
  ])
    assert.ok(!isCell({ ...cell, ...wrong }), JSON.stringify(wrong));
  for (const wrong of [null, [], "cell", undefined]) assert.ok(!isCell(wrong));
});
