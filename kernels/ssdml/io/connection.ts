import { chmodSync, readFileSync } from "node:fs";
import type { Connection } from "../../../lib/jupyter/protocol";

export type { Connection };

const PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"] as const;
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1|\[::1\])$/;

/** Parses and checks the text of a connection file. */
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

/** Reads the connection file and makes it readable by its owner only, because it holds the signing key. */
export function readConnection(file: string): Connection {
  const connection = parseConnection(readFileSync(file, "utf8"));
  try {
    chmodSync(file, 0o600);
  } catch {
    // The file belongs to another user, who decides about its mode.
  }
  return connection;
}

export function address(connection: Connection, port: number): string {
  const separator = connection.transport === "ipc" ? "-" : ":";
  return `${connection.transport}://${connection.ip}${separator}${port}`;
}

/** Binds a socket to a port of the connection file. */
export async function bind(
  socket: { bind(address: string): Promise<void> },
  connection: Connection,
  port: number,
): Promise<void> {
  try {
    await socket.bind(address(connection, port));
  } catch (error) {
    throw new Error(
      `connection file: cannot open port ${port}: ${(error as Error).message}. ` +
        "If another program uses it, start the kernel again with other ports.",
      { cause: error },
    );
  }
}
