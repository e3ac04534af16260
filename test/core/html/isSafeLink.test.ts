import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isSafeLink } from "../../../lib/core/html/isSafeLink";

describe("isSafeLink", () => {
  it("accepts relative addresses and those of harmless schemes", () => {
    for (const address of [
      "a/b:c",
      "#x",
      "?a:b",
      "../a",
      "",
      "https://e.org",
      "MAILTO:a@b.c",
      "//e.org/a",
      "a%3Ab",
    ]) {
      assert.ok(isSafeLink(address), address);
    }
  });

  it("rejects every spelling of an address that browsers execute", () => {
    for (const address of [
      "javascript:x",
      " java\nscript:x",
      "\u0001javascript:x",
      "vbscript:x",
      "data:text/html,x",
      "blob:x",
    ]) {
      assert.ok(!isSafeLink(address), JSON.stringify(address));
    }
    const noise = fc.string({
      unit: fc.constantFrom("\t", "\n", " ", "\u0000", "\u001f", "\u00a0"),
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(noise, { minLength: 11, maxLength: 11 }), (gaps) => {
        const address = Array.from("javascript:")
          .map((letter, i) => gaps[i] + letter)
          .join("");
        const read = URL.canParse(address) ? new URL(address).protocol : "";
        assert.ok(read !== "javascript:" || !isSafeLink(`${address}x`));
      }),
    );
  });
});
