import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkedOptions, helpLine, optionHelp, optionTable, typedOptions } from "../../lib/cli/schemaOptions";
import { UserError } from "../../lib/core/errors";
import { about, argument, flag, oneOf, optional, wholeNumber, type Schema } from "../../lib/core/options";

const batchSize = about("triplets of a mini-batch", wholeNumber({ min: 1, default: 100 }));
const schema = {
  batchSize,
  mirror: about("whether images are mirrored", flag({ default: false })),
  method: oneOf(["auto", "exact"], { default: "auto" }),
  rate: optional(wholeNumber()),
};
const typed = (values: Record<string, string>) => typedOptions("train", schema, values);

describe("optionHelp", () => {
  it("prints name, meaning, valid values and default of each option", () => {
    assert.equal(
      optionHelp(schema),
      [
        "  --batch-size                 triplets of a mini-batch (a whole number of at least 1; default 100)",
        "  --mirror                     whether images are mirrored (yes or no; default no)",
        "  --method                     auto or exact; default auto",
        "  --rate                       a whole number",
      ].join("\n"),
    );
  });

  it("follows the schema: other meanings, ranges and defaults print otherwise", () => {
    const help = (wanted: Schema[string]) => optionHelp({ batchSize: wanted });
    const empty = argument<string>("the name of an output", () => true, { default: "" });
    assert.match(help(about("its output", empty)), /its output \(the name of an output\)$/);
    assert.match(help({ ...batchSize, default: 7 }), /default 7\)$/);
    assert.match(help(about("pairs", batchSize)), /pairs \(a whole number/);
    assert.match(
      help(about("pairs", wholeNumber({ min: 3, max: 5 }))),
      /pairs \(a whole number in \[3, 5\]\)$/,
    );
    assert.match(
      optionHelp({ batchSize }, (name) => `30 for ${name}`),
      /default 100, 30 for batchSize\)$/,
    );
  });

  it("wraps long meanings beside the name and loses no word", () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
    const lines = helpLine("--out DIR", words).split("\n");
    assert.ok(lines.length > 2);
    for (const line of lines) assert.ok(line.length <= 125, line);
    for (const line of lines.slice(1)) assert.match(line, /^ {31}word/);
    assert.equal(lines.join(" ").replace(/ +/g, " "), ` --out DIR ${words}`);
  });
});

describe("typedOptions", () => {
  it("reads what was typed as the kinds of the schema, and leaves out the rest", () => {
    assert.deepEqual(optionTable({ batchSize }), { "batch-size": { type: "string" } });
    assert.deepEqual(typed({ "batch-size": "20", mirror: "yes", method: "exact", rate: "3", out: "x" }), {
      batchSize: 20,
      mirror: true,
      method: "exact",
      rate: 3,
    });
    assert.deepEqual(typed({}), {});
  });

  it("refuses what is no such value; only checkedOptions refuses what is out of range", () => {
    const fails = (run: () => unknown, sentence: string) => {
      assert.throws(run, (error) => error instanceof UserError && error.message === sentence);
    };
    for (const word of ["many", " "])
      fails(
        () => typed({ "batch-size": word }),
        `train: --batch-size must be a whole number of at least 1, got "${word}".`,
      );
    fails(() => typed({ mirror: "true" }), 'train: --mirror must be yes or no, got "true".');
    assert.deepEqual(typed({ "batch-size": "0" }), { batchSize: 0 });
    fails(
      () => checkedOptions("train", schema, { "batch-size": "0" }),
      "train: --batch-size must be a whole number of at least 1, got 0.",
    );
    assert.deepEqual(checkedOptions("train", schema, { rate: "2" }), {
      batchSize: 100,
      mirror: false,
      method: "auto",
      rate: 2,
    });
  });
});
