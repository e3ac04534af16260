import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { codeHtml } from "../../../lib/jupyter/html/codeHtml";

describe("codeHtml", () => {
  it("keeps every character", () => {
    const code = "const a = `x ${b < 2} y`; /* m\nn */ let r = /a&b/g; // end\n\n  1n";
    const text = codeHtml(code).replace(/<\/?span[^>]*>/g, "");
    assert.equal(text.replaceAll("&lt;", "<").replaceAll("&amp;", "&"), code);
    assert.match(codeHtml(code), /<span class="keyword">const<\/span> a/);
  });
});
