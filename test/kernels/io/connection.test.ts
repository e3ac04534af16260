import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseConnection } from "../../../kernels/ssdml/io/connection";

describe("connection file", () => {
  const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };

  it("is read with its defaults", () => {
    const connection = parseConnection(JSON.stringify({ ip: "127.0.0.1", key: "k", ...ports }));
    assert.equal(connection.transport, "tcp");
    assert.equal(connection.hb_port, 5);
  });

  it("is rejected if the address is not loopback or a port is missing", () => {
    assert.throws(() => parseConnection(JSON.stringify({ ip: "0.0.0.0", ...ports })), /loopback/);
    assert.throws(() => parseConnection(JSON.stringify({ ip: "127.0.0.1" })), /shell_port/);
  });
});
