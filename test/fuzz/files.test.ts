import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { files } from "./files";
import { runFuzzer } from "./fuzzer";

describe("the fuzzer of files", () => {
  it("finds nothing in 30 seconds", async () => {
    const { cases, findings } = await runFuzzer(files, { seed: 1, milliseconds: 30_000 });
    assert.deepEqual(findings, []);
    assert.ok(cases > 100, `only ${cases} cases`);
  });
});
