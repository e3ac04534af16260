import assert from "node:assert/strict";
import { it } from "node:test";
import { parseFragment } from "parse5";
import { escapeHtml } from "../../../lib/core/html/escapeHtml";

it("escapeHtml gives a text that HTML reads back as it was, in content and in attributes", () => {
  for (const text of ["a < b && c > d", `"it's"`, "&amp;", "<script>1</script>", "γ ≤ 1"]) {
    const [element] = parseFragment(`<p title="${escapeHtml(text)}">${escapeHtml(text)}</p>`).childNodes;
    assert.ok("attrs" in element);
    assert.equal(element.attrs[0].value, text);
    const [content, ...others] = element.childNodes;
    assert.ok("value" in content && others.length === 0);
    assert.equal(content.value, text);
  }
});
