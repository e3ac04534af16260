import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { parseResult } from "../../lib/reproduce/resultFile";

const text = readFileSync(path.join("results", "mnist-1.json"), "utf8");
const whole = JSON.parse(text) as Record<string, unknown> & { rows: object[]; history: object[] };

describe("parseResult", () => {
  it("reads a result of ssdml train", () => {
    assert.deepEqual(parseResult(text, "x", "Again."), whole);
  });

  it("names a file that is none", () => {
    for (const changes of [
      { rows: undefined },
      { rows: {} },
      { rows: [null] },
      { rows: [{ ...whole.rows[0], value: "0.5" }] },
      { rows: [{ ...whole.rows[0], metric: "accuracy" }] },
      { rows: [{ ...whole.rows[0], k: -1 }] },
      { history: [{ ...whole.history[0], epoch: -1 }] },
      { settings: null },
      { epochs: 0.5 },
      { seed: "1" },
    ]) {
      assert.throws(() => parseResult(JSON.stringify({ ...whole, ...changes }), "here/x", "Again."), {
        name: "UserError",
        message: "here/x does not hold results of ssdml train. Again.",
      });
    }
    assert.throws(
      () => parseResult("[".repeat(50_000) + "]".repeat(50_000), "here/x", "Again."),
      /^UserError: here\/x is nested more than 500 levels deep/,
    );
  });
});
