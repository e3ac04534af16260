import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { typedAdvice } from "../../lib/cli/typedAdvice";

const options = {
  label: { type: "string" },
  name: { type: "string" },
  test: { type: "string" },
  k: { type: "string" },
  "batch-size": { type: "string" },
} as const;

const advised: [string, string][] = [
  ['pass { label: "kind" } or { name: "kind" }.', "pass --label kind or --name kind."],
  ['pass { label: "two words" }.', 'pass --label "two words".'],
  ["Add pictures, or pass test: 0.", "Add pictures, or pass --test 0."],
  ["AGML2: batchSize must be at least 1, got 0.", "AGML2: --batch-size must be at least 1, got 0."],
  ["AGML2: k must be at least 1, got 0.", "AGML2: --k must be at least 1, got 0."],
  ["fewer than batchSize=9. Lower batchSize.", "fewer than --batch-size=9. Lower --batch-size."],
  ['Name the columns, or pass labels: { file: "…" }.', "Name the columns."],
];

describe("typedAdvice", () => {
  it("writes options as they are typed", () => {
    for (const [message, typed] of advised) assert.equal(typedAdvice(message, options), typed);
  });

  it("leaves what is no option of the command, file names and words as they are", () => {
    for (const message of [
      'knnGraph: pass { label: "kind" } or metricDimension.',
      'cannot read data/batchSize.csv: it has "batchSize".',
      "Label examples of each class; the test and a label must exist.",
    ])
      assert.equal(typedAdvice(message, message.startsWith("knn") ? {} : options), message);
  });
});
