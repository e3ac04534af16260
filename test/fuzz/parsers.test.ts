import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { filesOf } from "./files";
import { runFuzzer } from "./fuzzer";

/** The formats that data, weights and models come in; `loadFeatures` and `onnxNetwork` have the same test beside their others. */
const parsers = [
  ...["png alone", "photo.webp", "labels.csv alone", "caffemodel", "weights.onnx", "manifest.json"],
  ...["recorded network", "safetensors", "AGML.load", "LRML.load", "loadNetwork", "loadSearchIndex"],
];

describe("a thousand damaged files of each parser", () => {
  for (const parser of parsers)
    it(`${parser}: are read, or refused in one sentence`, async () => {
      const { cases, findings } = await runFuzzer(filesOf([parser]), {
        seed: 19,
        milliseconds: 120_000,
        cases: 1000,
      });
      assert.deepEqual(findings, []);
      assert.equal(cases, 1000);
    });
});
