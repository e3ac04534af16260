import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SeenMessages } from "../../../kernels/ssdml/io/receive";

describe("SeenMessages", () => {
  it("recognises a repeated signature and forgets only the oldest", () => {
    const seen = new SeenMessages(3);
    for (const signature of ["a", "b", "c"]) assert.ok(seen.isNew(signature));
    assert.ok(!seen.isNew("a"));
    assert.ok(seen.isNew("d"));
    assert.ok(!seen.isNew("b"));
    assert.ok(seen.isNew("a"));
  });
});
