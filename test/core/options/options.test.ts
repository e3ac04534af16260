import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  abortSignal,
  flag,
  functionValue,
  oneOf,
  optional,
  readOptions,
  readRecord,
  text,
  wholeNumber,
} from "../../../lib/core/options";
import { UserError } from "../../../lib/core/errors";
import { says } from "./says";

const schema = {
  k: wholeNumber({ min: 1, default: 10 }),
  method: oneOf(["auto", "exact"], { default: "auto" }),
  mirrored: flag({ default: false }),
  signal: optional(abortSignal),
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
    fails(
      { k: "10" },
      'f: k must be a whole number of at least 1, got the text "10". Write 10 without quotes.',
    );
    fails({ k: 1.5 }, "f: k must be a whole number of at least 1, got 1.5.");
    fails({ k: 10n }, "f: k must be a whole number of at least 1, got 10n.");
    fails({ method: "fast" }, 'f: method must be "auto" or "exact", got "fast".');
    fails({ mirrored: 1 }, "f: mirrored must be true or false, got 1.");
    fails({ signal: { aborted: true } }, "f: signal must be an AbortSignal, got an object with aborted.");
    for (const wrong of [null, 3, "k", [], new Float32Array(1), () => 1])
      assert.throws(() => readOptions("f", wrong, schema), UserError);
    const number = (given: unknown) =>
      readOptions("f", given as { k?: number }, { k: wholeNumber({ min: 1, max: 9 }) });
    const sentence = "f: options must be an object such as { k }, got";
    assert.throws(() => number(5), says(`${sentence} 5. Write { k: 5 }.`));
    assert.throws(() => number(32), says(`${sentence} 32.`));
  });

  it("asks for an option that has no default", () => {
    assert.throws(
      () => readOptions("f", {}, { clusters: wholeNumber({ min: 1 }) }),
      says("f: clusters must be a whole number of at least 1, got undefined. Pass { clusters: … }."),
    );
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
