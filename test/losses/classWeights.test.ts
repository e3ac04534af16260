import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { useEngine } from "../../lib/engine";
import { normalizedSoftmaxLoss, proxyAnchorLoss, proxyNcaLoss, softmaxLoss } from "../../lib/losses";

describe("losses that learn a vector for each class", () => {
  before(() => useEngine("cpu"));
  for (const make of [softmaxLoss, normalizedSoftmaxLoss, proxyNcaLoss, proxyAnchorLoss])
    it(`refuse a label that is far too large: ${make.name}`, () => {
      assert.throws(
        () => make()([[1, 0]], [2_000_000_000]),
        /labels must be numbered from 0 without large gaps.*the largest is 2000000000\./,
      );
    });
});
