import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { guardBuiltins } from "../../../kernels/ssdml/realm/builtins";

/** Our own prototype, so that nothing else in this process is affected. */
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
  it("shows Node the original prototype, and cells the one that they changed", () => {
    const { prototype, guarded } = toyRealm();
    prototype.push = () => "mine";
    Reflect.deleteProperty(prototype, "pop");
    assert.equal(guarded.join(), "original push, original pop");
    assert.equal(prototype.push(), "mine");
    assert.ok(!("pop" in prototype));
  });

  it("restores the cells' methods when a function throws", () => {
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
