import assert from "node:assert/strict";
import { it } from "node:test";
import { inspect } from "node:util";
import { printsAs } from "../../lib/core";

it("printsAs gives a short text and leaves plain data as it was", () => {
  const plain = { n: 2, list: [1, 2] };
  let asked = 0;
  const printed = printsAs(() => `text ${++asked}`, { ...plain });
  assert.equal(asked, 0, "made when asked for");
  assert.equal(inspect(printed), "text 1");
  assert.equal(String(printed), "text 2");
  assert.equal(inspect({ printed: printsAs("inside", {}) }), "{ printed: inside }");
  assert.deepEqual(printed, plain);
  assert.deepEqual(Object.keys(printed), Object.keys(plain));
  assert.equal(JSON.stringify(printed), JSON.stringify(plain));
  assert.deepEqual(structuredClone(printed), plain);
  assert.equal(inspect(printsAs("again", printed)), "again");
});
