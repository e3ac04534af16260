import assert from "node:assert/strict";
import { it } from "node:test";
import { htmlTable } from "../../../lib/core/html";

it("htmlTable escapes texts and takes HTML as it is", () => {
  assert.equal(
    htmlTable(["<name>", "picture"], [["a & b", { html: "<img>" }]]),
    "<table><thead><tr><th>&lt;name&gt;</th><th>picture</th></tr></thead><tbody><tr><th>a &amp; b</th><td><img></td></tr></tbody></table>",
  );
  assert.equal(
    htmlTable([], [["one", "1"]]),
    "<table><tbody><tr><th>one</th><td>1</td></tr></tbody></table>",
  );
});
