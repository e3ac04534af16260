import assert from "node:assert/strict";
import { it } from "node:test";
import { runFuzzer, type Fuzzer } from "./fuzzer";

const SEED = 1;

/** A test that runs a fuzzer for a while, always with the same cases. */
export function fuzzTest(fuzzer: Fuzzer, milliseconds: number): void {
  it(`${fuzzer.name}: random wrong input finds nothing`, async () => {
    const { cases, findings } = await runFuzzer(fuzzer, { seed: SEED, milliseconds });
    assert.deepEqual(findings, []);
    assert.ok(cases > 0, "no case was tried in time");
  });
}
