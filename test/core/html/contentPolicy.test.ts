import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { contentPolicy } from "../../../lib/core/html/contentPolicy";

describe("contentPolicy", () => {
  it("allows no scripts and loads nothing by default", () => {
    const policy = contentPolicy();
    assert.match(policy, /^<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    assert.doesNotMatch(policy, /script-src|unsafe-eval|https?:/);
  });

  it("allows the given scripts by their hashes", () => {
    const hash = createHash("sha256").update("let a = 1;").digest("base64");
    assert.match(contentPolicy(["let a = 1;"]), /script-src 'sha256-[\w+/=]+';/);
    assert.ok(contentPolicy(["let a = 1;"]).includes(hash));
  });
});
