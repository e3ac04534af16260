import { chmodSync, readFileSync } from "node:fs";
import type { Connection } from "../../../lib/jupyter/protocol/connection";

export type { Connection };

const PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"] as const;
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1|\[::1\])$/;

/** Checks a parsed connection file; throws a sentence that says what is wrong. */
export function parseConnection(text: string): Connection {
  const value = JSON.parse(text) as Partial<Connection>;
  for (const port of PORTS) {
    if (!Number.isInteger(value[port])) {
      throw new Error(`connection file: ${port} must be a port number, got ${String(value[port])}.`);
    }
  }
  const connection = { transport: "tcp", key: "", signature_scheme: "hmac-sha256", ...value } as Connection;
  if (connection.transport === "tcp" && !LOOPBACK.test(connection.ip)) {
    throw new Error(`connection file: ip must be a loopback address, got ${connection.ip}. Use 127.0.0.1.`);
  }
  if (connection.signature_scheme !== "hmac-sha256") {
    throw new Error(
      `connection file: signature_scheme must be hmac-sha256, got ${String(value.signature_scheme)}.`,
    );
  }
  return connection;
}

/** Reads the connection file and leaves it readable by its owner alone: it holds the signing key. */
export function readConnection(file: string): Connection {
  const connection = parseConnection(readFileSync(file, "utf8"));
  try {
    chmodSync(file, 0o600);
  } catch {
    // A file of somebody else: its owner decides.
  }
  return connection;
}

export function address(connection: Connection, port: number): string {
  const separator = connection.transport === "ipc" ? "-" : ":";
  return `${connection.transport}://${connection.ip}${separator}${port}`;
}

/** Opens a port of the connection; throws a sentence when another program has it. */
export async function bind(
  socket: { bind(address: string): Promise<void> },
  connection: Connection,
  port: number,
): Promise<void> {
  try {
    await socket.bind(address(connection, port));
  } catch (error) {
    throw new Error(
      `port ${port} of the connection file cannot be opened: ${(error as Error).message}. ` +
        "If another program uses it, start the kernel again with other ports.",
      { cause: error },
    );
  }
}
