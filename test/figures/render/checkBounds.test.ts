import assert from "node:assert/strict";
import { it } from "node:test";
import { checkBounds } from "../../../lib/figures/render/checkBounds";

it("checkBounds rejects what Vega-Lite would spend seconds on, and leaves data and pictures alone", () => {
  const long = "a".repeat(100_001);
  for (const [value, message] of [
    [{ title: long }, /spec\.title must have at most 100000 characters/],
    [
      { domain: new Array(100_001).fill(1) },
      /spec\.domain must have at most 100000 entries.*Put rows into data\.values/,
    ],
    [{ domain: new Array(1e6) }, /spec\.domain must/],
    [{ data: { values: new Array(5) } }, /spec\.data\.values must have no arrays with holes/],
    [{ data: { name: "n".repeat(1001) } }, /spec\.data\.name must be a text of at most 1000 characters/],
    [{ layer: [{ mark: { text: long } }] }, /spec\.layer\.mark\.text must have at most/],
  ] as [object, RegExp][]) {
    assert.throws(
      () => {
        checkBounds(value, "spec");
      },
      { name: "UserError", message },
    );
  }
  checkBounds(
    { data: { values: new Array(200_000).fill({ a: 1 }) }, mark: { url: `data:image/png,${long}` } },
    "spec",
  );
});
