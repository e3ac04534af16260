import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAddress, isSecure, redirectTarget } from "../../../lib/io/download/secureAddress";

describe("isSecure", () => {
  it("is true for https and for this machine", () => {
    for (const address of [
      "https://a.example",
      "http://localhost:8080",
      "http://127.0.0.1",
      "http://127.255.3.4",
      "http://127.1",
      "http://2130706433",
      "http://[::1]:1",
      "http://[0:0:0:0:0:0:0:1]",
    ]) {
      assert.ok(isSecure(new URL(address)), address);
    }
  });

  it("is false for anything else, in any spelling", () => {
    for (const address of [
      "http://a.example",
      "http://127.0.0.1.a.example",
      "http://localhost.a.example",
      "http://127.0.0.1@a.example",
      "http://a.example#127.0.0.1",
      "http://128.0.0.1",
      "http://0.0.0.0",
      "http://[::2]",
      "ftp://127.0.0.1",
      "file:///etc/passwd",
      "data:text/plain,a",
    ]) {
      assert.ok(!isSecure(new URL(address)), address);
    }
  });
});

describe("checkAddress", () => {
  it("accepts a trusted host with any port, or with the given port", () => {
    checkAddress(new URL("http://a.example:81/"), ["a.example"]);
    checkAddress(new URL("http://a.example:81/"), ["a.example:81"]);
    checkAddress(new URL("http://a.example/"), ["a.example:80"]);
    for (const trusted of ["a.example:82", "example", "b.a.example"]) {
      assert.throws(() => {
        checkAddress(new URL("http://a.example:81/"), [trusted]);
      }, /not secure/);
    }
    assert.throws(() => {
      checkAddress(new URL("ftp://a.example/"), ["a.example"]);
    }, /not secure/);
  });

  it("shows no password", () => {
    assert.throws(
      () => {
        checkAddress(new URL("http://user:secret@a.example/b"));
      },
      {
        name: "UserError",
        message:
          "http://a.example/b is not secure: its content could be changed in transit. Use an https address.",
      },
    );
  });
});

describe("redirectTarget", () => {
  const from = new URL("https://a.example/b/c");

  it("is the address that the redirect names, absolute or relative", () => {
    assert.equal(redirectTarget(from, "../d").href, "https://a.example/d");
    assert.equal(redirectTarget(from, "https://b.example/").href, "https://b.example/");
    assert.equal(redirectTarget(new URL("http://127.0.0.1"), "http://localhost/").href, "http://localhost/");
  });

  it("is never http after https, not even on this machine or on a trusted host", () => {
    for (const target of [
      "http://a.example/",
      "http://127.0.0.1/",
      "http://b.example/",
      "file:///etc/passwd",
    ]) {
      assert.throws(() => redirectTarget(from, target, ["b.example"]), {
        name: "UserError",
        message: /^https:\/\/a\.example\/b\/c redirects to .*, which is not https\. Use another server\.$/,
      });
    }
    assert.throws(() => redirectTarget(from, "https://["), /which is not a valid address/);
  });
});
