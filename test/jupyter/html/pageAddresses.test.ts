import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageAddresses } from "../../../lib/jupyter/html/pageAddresses";

describe("the links of a page", () => {
  const { link } = pageAddresses({ folder: "/a/notebooks", pageFolder: "/a/out" });

  it("lead to the same files as from the notebook", () => {
    assert.equal(link("b c.md?q#d"), "../notebooks/b%20c.md?q#d");
    assert.equal(link("https://e.org/x"), "https://e.org/x");
  });

  it("show half a character as �", () => {
    assert.equal(link("a\ud800b.md"), "../notebooks/a%EF%BF%BDb.md");
  });
});
