import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "node:test";

const library = path.join(__dirname, "..", "..", "lib");

/** Runs a program in which the wasm engine has started. */
function withEngine(lines: string) {
  const program = `
    const { useEngine } = require(${JSON.stringify(library)});
    ${lines.replace("START", 'await useEngine("wasm")')}`;
  return spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
}

describe("after the wasm engine has started", () => {
  it("a program survives a rejection and an error that it has handlers for", () => {
    const { status, stdout, stderr } = withEngine(`(async () => {
      const heard = (error) => console.log("heard " + error.message);
      process.on("unhandledRejection", heard);
      process.on("uncaughtException", heard);
      START;
      void Promise.reject(new Error("a rejection"));
      setTimeout(() => { throw new Error("an error"); });
      setTimeout(() => console.log("goes on"), 50);
    })()`);
    assert.equal(stderr, "");
    assert.equal(stdout, "heard a rejection\nheard an error\ngoes on\n");
    assert.equal(status, 0);
  });

  it("an error that nobody catches is printed without the engine's code", () => {
    const { status, stderr } = withEngine(`(async () => {
      START;
      throw new Error("mine");
    })()`);
    assert.equal(status, 1);
    assert.match(stderr, /Error: mine\n/);
    assert.doesNotMatch(stderr, /tfjs-backend-wasm/);
  });
});
