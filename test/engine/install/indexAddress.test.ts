import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { defaultIndex, indexAddress } from "../../../lib/engine/install/indexAddress";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

describe("indexAddress", () => {
  it("takes --index before PIP_INDEX_URL", async (t) => {
    withEnvironment(t, { PIP_INDEX_URL: "https://environment.example/simple" });
    assert.equal(await indexAddress("http://given.example/simple"), "http://given.example/simple");
    assert.equal(await indexAddress(), "https://environment.example/simple");
  });

  it("refuses what is no web address", async () => {
    for (const address of ["somewhere", "ftp://a.example", "http://"]) {
      await assert.rejects(indexAddress(address), {
        name: "UserError",
        message: `--index must be an http or https address of a Python package index, got "${address}".`,
      });
    }
  });

  it("says what to do without Python", async (t) => {
    withEnvironment(t, { PIP_INDEX_URL: undefined, PATH: temporaryFolder(t) });
    await assert.rejects(indexAddress(), {
      name: "UserError",
      message: /^No Python with pip .* or give the address with --index URL \(or PIP_INDEX_URL\)\.$/,
    });
  });

  it("reads the address from pip's help, wrapped or not", () => {
    const start = "  -i, --index-url <url>       Base URL of the Python Package Index (default";
    const end = "). This should point to a repository (PEP 503).\n  --extra-index-url <url>  Extra URLs";
    assert.equal(defaultIndex(`${start} https://a.example/simple${end}`), "https://a.example/simple");
    assert.equal(
      defaultIndex(`${start}\n        https://my-\n        mirror.example/simple${end}`),
      "https://my-mirror.example/simple",
    );
    assert.equal(defaultIndex("No module named pip"), undefined);
  });
});
