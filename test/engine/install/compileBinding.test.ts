import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import {
  bindingPath,
  compileBinding,
  findCompiler,
  hushPath,
} from "../../../lib/engine/install/compileBinding";
import { temporaryFolder } from "../../support/temporary";

describe("findCompiler", () => {
  it("says what to install if there is no compiler", async (t) => {
    const noPrograms = { PATH: temporaryFolder(t) };
    await assert.rejects(findCompiler(noPrograms), {
      name: "UserError",
      message: /^Building the TensorFlow binding needs a C\+\+ compiler, and none was found\. Install .+/,
    });
    await assert.rejects(findCompiler({ ...noPrograms, CXX: "no-such-compiler -m64" }), /none was found/);
  });

  it("tries $CXX with its arguments first", async () => {
    const compiler = [process.execPath, "--no-warnings"];
    assert.deepEqual(await findCompiler({ ...process.env, CXX: compiler.join(" ") }), compiler);
  });
});

const nodeHeaders = path.resolve(path.dirname(fs.realpathSync(process.execPath)), "..", "include", "node");
const toolsMissing =
  process.platform !== "linux" || ["c++", "readelf"].some((tool) => spawnSync(tool, ["--version"]).error)
    ? "it takes Linux with a C++ compiler and readelf"
    : !fs.existsSync(path.join(nodeHeaders, "node_api.h")) && "this Node.js came without its headers";

const greeting = `#include <node_api.h>
#include <cstring>
NAPI_MODULE_INIT() {
  char text[64];
  size_t length;
  napi_value name, greeting;
  napi_create_string_utf8(env, "hardened", NAPI_AUTO_LENGTH, &name);
  napi_get_value_string_utf8(env, name, text, sizeof text, &length);
  std::strcat(text, "!");
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &greeting);
  return greeting;
}`;

describe("compileBinding", { skip: toolsMissing }, () => {
  it("makes modules that load, with the usual hardening against memory errors", async (t) => {
    const packageFolder = temporaryFolder(t);
    fs.mkdirSync(path.join(packageFolder, "binding"));
    fs.writeFileSync(path.join(packageFolder, "binding", "greeting.cc"), greeting);
    await compileBinding(await findCompiler(), { packageFolder, nodeHeaders, libraries: [] });

    const binding = path.join(packageFolder, bindingPath);
    assert.equal(
      execFileSync(process.execPath, ["-p", `require(${JSON.stringify(binding)})`]).toString(),
      "hardened!\n",
    );
    for (const module of [binding, hushPath(binding)]) {
      const elf = (words: string) => execFileSync("readelf", ["--wide", words, module]).toString();
      assert.match(elf("--dynamic"), /BIND_NOW|FLAGS.*NOW/);
      assert.match(elf("--segments"), /GNU_RELRO/);
      assert.match(elf("--segments"), /GNU_STACK .* RW /, "the stack cannot be executed");
      assert.match(elf("--dyn-syms"), /__stack_chk_fail/);
    }
    assert.match(execFileSync("readelf", ["--wide", "--dyn-syms", binding]).toString(), /__strcat_chk/);
  });
});
