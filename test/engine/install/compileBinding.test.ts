import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findCompiler } from "../../../lib/engine/install/compileBinding";
import { temporaryFolder } from "../../support/temporary";

describe("findCompiler", () => {
  it("says what to install where there is none", async (t) => {
    const noPrograms = { PATH: temporaryFolder(t) };
    await assert.rejects(findCompiler(noPrograms), {
      name: "UserError",
      message: /^Building the TensorFlow binding needs a C\+\+ compiler, and none was found\. Install .+/,
    });
    await assert.rejects(findCompiler({ ...noPrograms, CXX: "no-such-compiler -m64" }), /none was found/);
  });

  it("takes $CXX with its words first", async () => {
    const compiler = [process.execPath, "--no-warnings"];
    assert.deepEqual(await findCompiler({ ...process.env, CXX: compiler.join(" ") }), compiler);
  });
});
