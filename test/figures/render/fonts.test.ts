import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { textWidth } from "../../../lib/figures/render/fonts";

describe("textWidth", () => {
  it("measures text as the font has it", () => {
    // DejaVu Sans: 2048 units per em; "A" is 1401 wide, "i" 569, "A" in bold 1585.
    assert.equal(textWidth("A", "regular"), 1401 / 2048);
    assert.equal(textWidth("ii", "regular"), (2 * 569) / 2048);
    assert.equal(textWidth("A", "bold"), 1585 / 2048);
    assert.equal(textWidth("", "regular"), 0);
  });
});
