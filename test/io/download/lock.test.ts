import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { takeLock } from "../../../lib/io/download/lock";
import { temporaryFolder } from "../../support/temporary";

function lockFile(t: TestContext): string {
  return path.join(temporaryFolder(t), ".install.lock");
}

describe("takeLock", () => {
  it("allows one holder at a time", async (t) => {
    const file = lockFile(t);
    const release = await takeLock(file, "installation");
    await assert.rejects(takeLock(file, "installation"), {
      name: "UserError",
      message: new RegExp(`^Another installation is running \\(process ${process.pid} on .*\\)\\. Wait`),
    });
    await release();
    assert.ok(!fs.existsSync(file));
    await (
      await takeLock(file, "installation")
    )();
  });

  it("takes over from a process that is gone", async (t) => {
    const file = lockFile(t);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    fs.writeFileSync(file, JSON.stringify({ pid, host: os.hostname(), token: "gone" }));
    const release = await takeLock(file, "installation");
    assert.equal((JSON.parse(fs.readFileSync(file, "utf8")) as { pid: number }).pid, process.pid);
    await release();
    assert.deepEqual(fs.readdirSync(path.dirname(file)), []);
  });

  it("takes over a lock that was not touched for a minute, regardless of its holder", async (t) => {
    const file = lockFile(t);
    fs.writeFileSync(file, JSON.stringify({ pid: 1, host: "elsewhere", token: "old" }));
    await assert.rejects(takeLock(file, "installation"), /process 1 on elsewhere/);
    const longAgo = new Date(Date.now() - 120_000);
    fs.utimesSync(file, longAgo, longAgo);
    await (
      await takeLock(file, "installation")
    )();
  });

  it("waits for a lock that is just being written", async (t) => {
    const file = lockFile(t);
    fs.writeFileSync(file, "");
    await assert.rejects(
      takeLock(file, "installation"),
      /^UserError: Another installation is running\. Wait/,
    );
  });

  it("lets at most one of several simultaneous takeovers succeed", async (t) => {
    const file = lockFile(t);
    fs.writeFileSync(file, "left by a crash");
    fs.utimesSync(file, 0, 0);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(file, "installation")));
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const result of results) if (result.status === "fulfilled") await result.value();
  });
});
