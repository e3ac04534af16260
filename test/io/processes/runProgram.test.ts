import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runProgram, tellingLine } from "../../../lib/io/processes/runProgram";
import { temporaryFolder } from "../../support/temporary";

describe("runProgram", () => {
  it("collects the output of a program and how it ends", async (t) => {
    const folder = temporaryFolder(t);
    const program = "console.log(process.cwd()); console.error('oh'); process.exitCode = 3";
    assert.deepEqual(await runProgram(process.execPath, ["-e", program], { folder }), {
      found: true,
      succeeded: false,
      output: `${folder}\n`,
      errors: "oh\n",
    });
    assert.equal((await runProgram(process.execPath, ["-e", ""])).succeeded, true);
  });

  it("reports a program that does not exist", async () => {
    assert.equal((await runProgram("no-such-program", [])).found, false);
  });

  it("ends the program and everything it started when aborted", async () => {
    const controller = new AbortController();
    const forever = "setInterval(() => {}, 1000)";
    const parent = `require("child_process").spawn(process.execPath, ["-e", "${forever}"], { stdio: "inherit" });`;
    const running = runProgram(process.execPath, ["-e", parent + forever], { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 300);
    await assert.rejects(running, { name: "AbortError" });
  });
});

describe("tellingLine", () => {
  it("is the first line that mentions an error, else the last", () => {
    assert.equal(tellingLine("warning\nnpm error code E404\nnpm error 404\n"), "npm error code E404");
    assert.equal(tellingLine("one\ntwo\n\n"), "two");
    assert.equal(tellingLine(""), "no message");
  });
});
