import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { marker, MarkerSplitter } from "../../../kernels/ssdml/output/nativeOutput";

describe("MarkerSplitter", () => {
  it("finds markers wherever the text is cut", () => {
    const text = `before${marker(12)}between${marker(13)}after`;
    for (let cut = 0; cut <= text.length; cut++) {
      const splitter = new MarkerSplitter();
      const pieces = [...splitter.push(text.slice(0, cut)), ...splitter.push(text.slice(cut))];
      const joined = pieces.map((piece) => ("text" in piece ? piece.text : `<${piece.marker}>`)).join("");
      assert.equal(joined, "before<12>between<13>after");
    }
  });
});
