import assert from "node:assert/strict";
import { it } from "node:test";
import { named } from "../../../lib/figures/parts/named";

it("named gives one thing a name, and leaves several theirs", () => {
  const matrix = { data: Float64Array.of(1), shape: [1, 1] };
  const rows = [[1]];
  assert.deepEqual(named(rows, "z", "f: z"), [["z", rows]]);
  assert.deepEqual(named(matrix, "z", "f: z"), [["z", matrix]]);
  assert.deepEqual(named({ history: [] }, "run", "f"), [["run", { history: [] }]]);
  assert.deepEqual(named<object>({ before: rows, after: matrix }, "z", "f: z"), [
    ["before", rows],
    ["after", matrix],
  ]);
  assert.throws(() => named(3 as never, "z", "f: z"), /f: z must be one, or several as \{ name: … \}, got 3/);
});
