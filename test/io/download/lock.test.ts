import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { takeLock } from "../../../lib/io/download/lock";
import { temporaryFolder } from "../../support/temporary";

function lockFile(t: TestContext): string {
  return path.join(temporaryFolder(t), ".install.lock");
}

/** Renews every 100 ms; 400 ms without a beat is the end. */
const quick = { beatEveryMs: 100 };

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

  it("refuses a lock that a process of another host renews, whatever the clocks say", async (t) => {
    const file = lockFile(t);
    let beat = 0;
    // The id is that of a process which does not run here, and its clock is years behind.
    const write = () => {
      fs.writeFileSync(
        file,
        JSON.stringify({ pid: 999_999_999, host: "elsewhere", token: "x", beat, at: 0 }),
      );
      fs.utimesSync(file, 0, 0);
      beat++;
    };
    write();
    const renewal = setInterval(write, 50);
    await assert.rejects(takeLock(file, "installation", quick), /process 999999999 on elsewhere/);
    clearInterval(renewal);
    await (
      await takeLock(file, "installation", quick)
    )();
  });

  it("takes over a lock that is not renewed, also that of a living process", async (t) => {
    const file = lockFile(t);
    for (const host of ["elsewhere", os.hostname()]) {
      fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host, token: "old", beat: 3, at: 1 }));
      await (
        await takeLock(file, "installation", quick)
      )();
    }
    assert.deepEqual(fs.readdirSync(path.dirname(file)), []);
  });

  it("waits for a lock that is just being written", async (t) => {
    const file = lockFile(t);
    fs.writeFileSync(file, "");
    setTimeout(() => {
      fs.writeFileSync(file, JSON.stringify({ pid: 1, host: "elsewhere", token: "new", beat: 0, at: 0 }));
    }, 50);
    await assert.rejects(
      takeLock(file, "installation", quick),
      /^UserError: Another installation is running/,
    );
  });

  it("renews its own lock, and tells when another process has taken it over", async (t) => {
    const file = lockFile(t);
    let lost = 0;
    const release = await takeLock(file, "installation", { ...quick, onLost: () => lost++ });
    const first = fs.readFileSync(file, "utf8");
    await wait(300);
    assert.notEqual(fs.readFileSync(file, "utf8"), first);
    assert.equal(lost, 0);
    const other = JSON.stringify({ pid: 1, host: "elsewhere", token: "other", beat: 0, at: 0 });
    fs.writeFileSync(file, other);
    await wait(300);
    assert.equal(lost, 1);
    await release();
    assert.equal(fs.readFileSync(file, "utf8"), other);
  });

  it("lets at most one of several simultaneous takeovers succeed", async (t) => {
    const file = lockFile(t);
    fs.writeFileSync(file, "left by a crash");
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeLock(file, "installation", quick)),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const result of results) if (result.status === "fulfilled") await result.value();
  });
});
