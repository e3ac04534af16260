import assert from "node:assert/strict";
import { readFileSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { newConnection, writeConnectionFile } from "../../../lib/jupyter/protocol/connection";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

describe("the connection", () => {
  it("is on the loopback interface, and its file is for its owner alone", async (t) => {
    const connection = await newConnection();
    assert.equal(connection.ip, "127.0.0.1");
    const { shell_port, iopub_port, stdin_port, control_port, hb_port } = connection;
    const ports = [shell_port, iopub_port, stdin_port, control_port, hb_port];
    assert.equal(new Set(ports).size, 5);
    assert.ok(ports.every((port) => port >= 10_000 && port < 32_768));
    assert.match(connection.key, /^[0-9a-f]{64}$/);
    const file = await writeConnectionFile(connection);
    t.after(() => {
      unlinkSync(file);
    });
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), connection);
    if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
  });
});

describe("the connection file", () => {
  it("needs a folder for temporary files, and says which it misses", async (t) => {
    const folder = path.join(temporaryFolder(t), "none");
    withEnvironment(t, { TMPDIR: folder, TEMP: folder, TMP: folder });
    await assert.rejects(writeConnectionFile(await newConnection()), {
      name: "UserError",
      message: `cannot write to the folder for temporary files, ${folder}: there is no such folder. Set TMPDIR to another folder.`,
    });
  });
});
