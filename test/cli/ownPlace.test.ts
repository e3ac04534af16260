import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { ownPlace } from "../../lib/cli/ownPlace";

const ours = path.join(__dirname, "..", "..", "lib", "train", "steps.js");
const stackOf = (...files: string[]) => ({
  name: "TypeError",
  message: "x",
  stack: ["TypeError: x", ...files.map((file, i) => `    at f${i} (${file}:${i + 3}:7)`)].join("\n"),
});
const core = "/p/node_modules/@tensorflow/tfjs-core/dist/ops.js";

describe("ownPlace", () => {
  it("is the first line outside of Node and other packages", () => {
    assert.equal(ownPlace(stackOf(core, "/p/mine.ts", ours), "/p"), "mine.ts:4:7");
    assert.equal(
      ownPlace(
        { name: "E", message: "x", stack: "E: x\n    at /p/a/b.ts:2:5\n    at node:internal:1:1" },
        "/p",
      ),
      "a/b.ts:2:5",
    );
  });

  it("is undefined where ours comes first, or nothing is known", () => {
    assert.equal(ownPlace(stackOf(core, ours, "/p/mine.ts"), "/p"), undefined);
    assert.equal(ownPlace(stackOf(core), "/p"), undefined);
    assert.equal(ownPlace({ name: "E", message: "x" }), undefined);
  });
});
