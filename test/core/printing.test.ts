import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { duration, elapsed, plural } from "../../lib/core/printing";

describe("duration", () => {
  it("rounds up to seconds, then counts minutes and hours", () => {
    assert.deepEqual([0, 0.2, 59, 59.5, 60, 75, 3599, 3600, 7325].map(duration), [
      "0 s",
      "1 s",
      "59 s",
      "1 min 0 s",
      "1 min 0 s",
      "1 min 15 s",
      "59 min 59 s",
      "1 h 0 min",
      "2 h 2 min",
    ]);
  });

  it("shows tenths only below ten seconds, where something has ended", () => {
    assert.deepEqual([0.42, 9.94, 10, 75].map(elapsed), ["0.4 s", "9.9 s", "10 s", "1 min 15 s"]);
  });
});

it("plural counts with the noun in its form, and commas between thousands", () => {
  assert.deepEqual(
    [plural(0, "cell"), plural(1, "cell"), plural(10_000, "cell"), plural(2, "class", "classes")],
    ["0 cells", "1 cell", "10,000 cells", "2 classes"],
  );
});
