import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { about, abortSignal, describeOptions, oneOf, optional, wholeNumber } from "../../../lib/core/options";
import { atLeast, readSettings, settingsSchema } from "../../../lib/core/options/settings";
import { says } from "./says";

describe("describeOptions", () => {
  it("gives a row per option with its values, default and meaning", () => {
    const described = {
      k: about("neighbors per point", wholeNumber({ min: 1, max: "n-1", default: 10 })),
      method: oneOf(["auto", "exact"], { default: "auto" }),
      signal: optional(abortSignal),
    };
    assert.deepEqual(describeOptions(described), [
      { name: "k", words: "a whole number in [1, n-1]", default: "10", about: "neighbors per point" },
      { name: "method", words: '"auto" or "exact"', default: '"auto"', about: "" },
      { name: "signal", words: "an AbortSignal", default: "", about: "stops the work early" },
    ]);
  });

  it("describes the settings of a method as well", () => {
    const ranges = { k: about("neighbors", atLeast(1)), weights: ["binary", "heat"], size: atLeast(1) };
    const defaults = { k: 6, weights: "heat", size: undefined as number | undefined };
    assert.deepEqual(describeOptions(settingsSchema(defaults, ranges)), [
      { name: "k", words: "a whole number of at least 1", default: "6", about: "neighbors" },
      { name: "weights", words: '"binary" or "heat"', default: '"heat"', about: "" },
      { name: "size", words: "a whole number of at least 1", default: "", about: "" },
    ]);
    assert.deepEqual(readSettings("f", defaults, ranges, { k: 2 }), { ...defaults, k: 2 });
    assert.throws(
      () => readSettings("f", defaults, ranges, { k: 0 }),
      says("f: k must be a whole number of at least 1, got 0. The default is 6."),
    );
  });
});
