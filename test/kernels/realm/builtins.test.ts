import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { guardBuiltins } from "../../../kernels/ssdml/realm/builtins";

/** A prototype of our own, so that nothing else in this process notices. */
function toyRealm() {
  const prototype = {
    push() {
      return "original push";
    },
    pop() {
      return "original pop";
    },
  };
  const module = {
    join: () => `${prototype.push()}, ${prototype.pop()}`,
    list: () => [1, 2],
    fail: () => {
      throw new Error("from Node");
    },
    Class: class {
      readonly name = "class";
    },
    constant: 3,
  };
  return { prototype, module, guarded: guardBuiltins(prototype)("node:path", module) as typeof module };
}

describe("guardBuiltins", () => {
  it("lets Node see the prototype as it was at the start, and cells as they left it", () => {
    const { prototype, guarded } = toyRealm();
    prototype.push = () => "mine";
    Reflect.deleteProperty(prototype, "pop");
    assert.equal(guarded.join(), "original push, original pop");
    assert.equal(prototype.push(), "mine");
    assert.ok(!("pop" in prototype));
  });

  it("puts the cells' methods back when a function throws", () => {
    const { prototype, guarded } = toyRealm();
    prototype.push = () => "mine";
    assert.throws(() => {
      guarded.fail();
    }, /from Node/);
    assert.equal(prototype.push(), "mine");
  });

  it("leaves classes, constants and other modules as they are", () => {
    const { prototype, module, guarded } = toyRealm();
    assert.equal(guarded.Class, module.Class);
    assert.equal(guarded.constant, 3);
    assert.deepEqual(guarded.list(), [1, 2]);
    assert.equal(guardBuiltins(prototype)("node:vm", module), module);
  });
});
