import assert from "node:assert/strict";
import { it } from "node:test";
import { unitRows } from "../../../lib/core/values/unitRows";

it("unitRows scales rows to length one, leaves rows of zeros, and does not change its argument", () => {
  const given = { data: Float32Array.of(3, 4, 0, 0, 0, -2), shape: [3, 2] as [number, number] };
  const { data, shape } = unitRows(given);
  assert.deepEqual([...data], [0.6, 0.8, 0, 0, 0, -1].map(Math.fround));
  assert.deepEqual(shape, [3, 2]);
  assert.deepEqual([...given.data], [3, 4, 0, 0, 0, -2]);
});
