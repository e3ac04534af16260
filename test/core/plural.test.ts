import assert from "node:assert/strict";
import { it } from "node:test";
import { plural } from "../../lib/core/plural";

it("plural counts with the noun in its form, and commas between thousands", () => {
  assert.deepEqual(
    [plural(0, "cell"), plural(1, "cell"), plural(10_000, "cell"), plural(2, "class", "classes")],
    ["0 cells", "1 cell", "10,000 cells", "2 classes"],
  );
});
