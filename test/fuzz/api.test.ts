import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as ssdml from "ssdml";
import { api } from "./api";
import { recipes } from "./api/recipes";
import { runFuzzer } from "./fuzzer";

/** Exported functions that are not called, and why. */
const skipped: Record<string, string> = {
  UserError: "the class of the errors itself",
};

describe("wrong calls of the exported functions", () => {
  it("have a recipe for every function and class", () => {
    const called = new Set(recipes.map(({ name }) => name.split(/[. ]/)[0]));
    const functions = Object.entries(ssdml).filter(([, value]) => typeof value === "function");
    assert.deepEqual(
      functions.map(([name]) => name).filter((name) => !called.has(name) && !(name in skipped)),
      [],
    );
  });

  it("throw UserError within a second, or work, and leak no tensor", async () => {
    const { cases, findings } = await runFuzzer(api, { seed: 1, milliseconds: 30_000 });
    assert.deepEqual(findings, []);
    assert.ok(cases > 100, `only ${cases} cases`);
  });
});
