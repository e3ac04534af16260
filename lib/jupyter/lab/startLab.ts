import net from "node:net";
import path from "node:path";
import { UserError } from "../../core";
import { ssdmlHome } from "../../io";
import { ownKernel } from "../kernel/builtInKernels";
import { installKernel } from "../kernel/installKernel";
import { spawnGroup, type ProcessGroup } from "../kernel/processGroup";
import type { Lab } from "./findLab";

export interface LabOptions {
  /** The folder that it shows. */
  folder: string;
  /** A notebook in that folder to open. */
  notebook?: string | undefined;
  /** Default: JupyterLab's choice, 8888 or the next free one. */
  port?: number | undefined;
  /** Default true. */
  browser?: boolean;
}

/** JupyterLab shuts its kernels down one by one before it exits. */
const termGraceMs = 10_000;

/**
 * Starts JupyterLab with our kernel, which it finds in a folder of ours without being installed. The server listens on the
 * loopback interface only and keeps the token that Jupyter sets. It never outlives this process.
 */
export async function startLab({ command }: Lab, options: LabOptions): Promise<ProcessGroup> {
  const { folder, notebook, port, browser = true } = options;
  if (port !== undefined) await requireFreePort(port);
  const data = path.join(ssdmlHome(), "jupyter");
  await installKernel(data, { remedy: "Set SSDML_HOME to another folder." });
  const words = [
    "--ServerApp.ip=127.0.0.1",
    `--ServerApp.root_dir=${folder}`,
    `--MultiKernelManager.default_kernel_name=${ownKernel().name}`,
    ...(port === undefined ? [] : [`--ServerApp.port=${port}`, "--ServerApp.port_retries=0"]),
    // Jupyter refuses to run as root, the usual user of containers, because servers may be reachable by others. This one is not.
    ...(process.getuid?.() === 0 ? ["--allow-root"] : []),
    // Only the address matters to the user; with a token set by the user it is in the log.
    ...((process.env.JUPYTER_TOKEN ?? process.env.JUPYTER_TOKEN_FILE)
      ? []
      : ["--Application.log_level=WARN"]),
    ...(browser ? [] : ["--no-browser"]),
    ...(notebook === undefined ? [] : [path.join(folder, notebook)]),
  ];
  const inherited = process.env.JUPYTER_PATH;
  return spawnGroup([...command, ...words], {
    folder,
    environment: { ...process.env, JUPYTER_PATH: inherited ? `${data}${path.delimiter}${inherited}` : data },
    output: "shown",
    termGraceMs,
  });
}

function requireFreePort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      reject(
        new UserError(
          code === "EADDRINUSE"
            ? `port ${port} is in use. Choose another --port, or leave it out for the next free one.`
            : `port ${port} cannot be used: ${message}. Choose another --port above 1023.`,
        ),
      );
    });
    probe.listen(port, "127.0.0.1", () =>
      probe.close(() => {
        resolve();
      }),
    );
  });
}
