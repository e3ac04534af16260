import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  about,
  abortSignal,
  advised,
  between,
  describeOptions,
  finiteNumber,
  flag,
  functionValue,
  listOf,
  oneOf,
  optional,
  readNumbers,
  readOptions,
  readPositions,
  readRecord,
  text,
  wholeNumber,
  type Argument,
} from "../../../lib/core/options";
import { atLeast, readSettings, settingsSchema } from "../../../lib/core/options/settings";
import { UserError } from "../../../lib/core/errors";

const schema = {
  k: wholeNumber({ min: 1, default: 10 }),
  method: oneOf(["auto", "exact"], { default: "auto" }),
  mirrored: flag({ default: false }),
  signal: optional(abortSignal),
};

const says = (sentence: string) => (error: unknown) => {
  assert.ok(error instanceof UserError, String(error));
  assert.equal(error.message, sentence);
  return true;
};

describe("readOptions", () => {
  it("fills in defaults; undefined counts as left out", () => {
    const defaults = { k: 10, method: "auto", mirrored: false, signal: undefined };
    assert.deepEqual(readOptions("f", undefined as unknown, schema), defaults);
    assert.deepEqual(readOptions("f", { k: undefined }, schema), defaults);
    assert.deepEqual(readOptions("f", { k: 3, mirrored: true }, schema), {
      ...defaults,
      k: 3,
      mirrored: true,
    });
  });

  it("names an unknown option and the nearest name", () => {
    const list = "The options are k, method, mirrored, signal";
    const fails = (options: object, sentence: string) => {
      assert.throws(() => readOptions("f", options, schema), says(sentence));
    };
    fails({ K: 3 }, `f: there is no option "K". ${list}; did you mean k?`);
    fails({ metod: "auto" }, `f: there is no option "metod". ${list}; did you mean method?`);
    fails({ wobble: 3 }, `f: there is no option "wobble". ${list}.`);
    fails({ constructor: 3 }, `f: there is no option "constructor". ${list}.`);
  });

  it("names a wrong value and what it must be", () => {
    const fails = (options: unknown, sentence: string) => {
      assert.throws(() => readOptions("f", options, schema), says(sentence));
    };
    fails({ k: 0 }, "f: k must be a whole number of at least 1, got 0.");
    fails({ k: "10" }, 'f: k must be a whole number of at least 1, got "10".');
    fails({ k: 1.5 }, "f: k must be a whole number of at least 1, got 1.5.");
    fails({ k: 10n }, "f: k must be a whole number of at least 1, got 10n.");
    fails({ method: "fast" }, 'f: method must be "auto" or "exact", got "fast".');
    fails({ mirrored: 1 }, "f: mirrored must be true or false, got 1.");
    fails({ signal: { aborted: true } }, "f: signal must be an AbortSignal, got an object with aborted.");
    for (const wrong of [null, 3, "k", [], new Float32Array(1), () => 1])
      assert.throws(() => readOptions("f", wrong, schema), UserError);
  });

  it("asks for an option that has no default", () => {
    assert.throws(
      () => readOptions("f", {}, { clusters: wholeNumber({ min: 1 }) }),
      says("f: clusters must be a whole number of at least 1, got undefined."),
    );
  });
});

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

describe("numbers", () => {
  const fails = (wanted: Argument<number>, value: unknown, sentence: string) => {
    assert.throws(() => wanted.read(value, "f: x"), says(sentence));
  };

  it("state their range in words and check it", () => {
    fails(finiteNumber({ min: 0, max: 1 }), 2, "f: x must be a number in [0, 1], got 2.");
    fails(finiteNumber({ min: 0, below: 1 }), 1, "f: x must be a number in [0, 1), got 1.");
    fails(finiteNumber({ max: 3 }), 4, "f: x must be a number of at most 3, got 4.");
    fails(finiteNumber(), Infinity, "f: x must be a finite number, got Infinity.");
    fails(between(0, 1), NaN, "f: x must be a number in (0, 1), got NaN.");
    assert.equal(finiteNumber({ min: 0, below: 1 }).read(0, "f: x"), 0);
  });

  it("leave a bound that depends on the data to the caller, and name it", () => {
    const k = wholeNumber({ min: 1, max: "n-1" });
    assert.equal(k.read(1e6, "f: k"), 1e6);
    fails(k, 0, "f: x must be a whole number in [1, n-1], got 0.");
  });

  it("give advice", () => {
    const gamma = advised("The paper uses 0.99.", between(0, 1, { default: 0.99 }));
    assert.equal(gamma.default, 0.99);
    fails(gamma, 1, "f: x must be a number in (0, 1), got 1. The paper uses 0.99.");
  });
});

describe("readRecord", () => {
  it("checks the properties that it names and leaves the others alone", () => {
    const parts = { name: text, cost: functionValue(), note: optional(text) };
    const record = { name: "a", cost: () => 1, more: 1 };
    assert.equal(readRecord("f: problem", record, "a problem", parts), record);
    assert.throws(
      () => readRecord("f: problem", { name: "a", cost: 3 }, "a problem", parts),
      says("f: problem.cost must be a function, got 3."),
    );
    assert.throws(() => {
      readRecord("f: problem", undefined, "a problem", parts);
    }, says("f: problem must be a problem, got undefined."));
  });

  it("rejects a revoked Proxy", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.throws(() => readRecord("f: x", proxy, "a record", {}), UserError);
  });
});

describe("lists", () => {
  it("are arrays and typed arrays; objects that only have a length are rejected at once", () => {
    const numbers = [1, 2];
    assert.equal(readNumbers(numbers, "f: x"), numbers);
    for (const fake of [{ length: 1e9 }, "12", new Map(), new BigInt64Array(2), new Array(1e9), [1, "2"]])
      assert.throws(() => readNumbers(fake, "f: x"), UserError);
  });

  it("name the entry that is wrong", () => {
    assert.throws(() => readNumbers([1, null], "f: x"), says("f: x must hold numbers, got null at 1."));
    assert.throws(
      () => readPositions([0, 3], 3, "f: positions"),
      says("f: positions must hold positions in [0, 2], got 3 at 1."),
    );
    assert.throws(() => listOf(text).read(["a", 1], "f: names"), says("f: names[1] must be a text, got 1."));
  });
});
