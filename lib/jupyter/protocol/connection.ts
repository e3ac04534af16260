import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { UserError } from "../../core";
import { fileErrorReason } from "../../io/download";

/** The content of Jupyter's connection file, with which a kernel and its clients find and trust each other. */
export interface Connection {
  transport: "tcp" | "ipc";
  ip: string;
  shell_port: number;
  iopub_port: number;
  stdin_port: number;
  control_port: number;
  hb_port: number;
  signature_scheme: "hmac-sha256";
  key: string;
}

/** A connection over free ports of the loopback interface, with a new secret. */
export async function newConnection(): Promise<Connection> {
  const [shell, iopub, stdin, control, heartbeat] = await freePorts(5);
  return {
    transport: "tcp",
    ip: "127.0.0.1",
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: heartbeat,
    signature_scheme: "hmac-sha256",
    key: randomBytes(32).toString("hex"),
  };
}

/** Writes a new connection file that only its owner can read, since it holds the secret; returns its path. */
export async function writeConnectionFile(connection: Connection): Promise<string> {
  const folder = os.tmpdir();
  const file = path.join(folder, `ssdml-kernel-${randomUUID()}.json`);
  try {
    await writeFile(file, JSON.stringify(connection, null, 2), { mode: 0o600, flag: "wx" });
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissing
      ? "there is no such folder"
      : (fileErrorReason(error) ?? (error as Error).message);
    throw new UserError(
      `cannot write to the folder for temporary files, ${folder}: ${reason}. Set TMPDIR to another folder.`,
    );
  }
  return file;
}

/** Free ports, all different: they are opened together, then released. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer());
  const ports = await Promise.all(servers.map((server) => listen(server)));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Operating systems give clients of other programs ports above 32767. One below is still free when the kernel opens it, unless
 * another program wants that very number.
 */
const [lowestPort, endOfPorts] = [10_000, 32_768];

/** Opens a random port of that range; after ten that are taken, any port that the system offers. */
function listen(server: net.Server, attempts = 10): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      if (attempts === 0) reject(error);
      else resolve(listen(server, attempts - 1));
    });
    server.listen(attempts === 0 ? 0 : randomInt(lowestPort, endOfPorts), "127.0.0.1", () => {
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}
