import path from "node:path";
import { check, UserError } from "../core";
import { isFile, isFolder } from "../io/files";
import type { Lab } from "../jupyter/lab";
import { defineCommand, type Terminal } from "./command";

const help = `Usage: ssdml lab [NOTEBOOK|FOLDER] [--port N] [--no-browser]

Starts JupyterLab with the TypeScript kernel of ssdml. The kernel does not have to be registered first. Uses the JupyterLab of
the active virtual environment or of the PATH. If there is none, installs version 4 once into the user folder; this needs
Python 3.9 or newer and a network connection.

  NOTEBOOK      a notebook to open
  FOLDER        the folder to show (default: the folder notebooks if it exists, else the current one)
  --port N      the port to listen on (default: 8888 or the next free one)
  --no-browser  do not open a browser; print the address
  --help        show this text

The server accepts connections from this machine only, with the token in the address. Ctrl-C stops it and its kernels.`;

export const lab = defineCommand({
  name: "lab",
  summary: "start JupyterLab with the TypeScript kernel",
  help,
  options: { port: { type: "string" }, "no-browser": { type: "boolean" } },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    check(
      positionals.length <= 1,
      () => `lab: takes one notebook or folder, got ${positionals.join(", ")}. Type ssdml lab --help.`,
    );
    const target = readTarget(positionals[0]);
    const port = readPort(values.port);
    try {
      const { findLab, startLab } = await import("../jupyter/lab/index.js");
      const found = (await findLab(terminal.signal)) ?? (await install(terminal));
      terminal.signal.throwIfAborted();
      const group = await startLab(found, { ...target, port, browser: !values["no-browser"] });
      terminal.out(
        `JupyterLab ${found.version} from ${found.origin} serves ${target.folder}. Press Ctrl-C to stop it.`,
      );
      const stop = () => void group.end();
      if (terminal.signal.aborted) stop();
      terminal.signal.addEventListener("abort", stop, { once: true });
      const { code, signal } = await group.ended.catch((error: unknown) => {
        throw new UserError(`JupyterLab does not start: ${String(error)}. Run ssdml doctor.`);
      });
      if (terminal.signal.aborted || code === 0) return 0;
      throw new UserError(
        `JupyterLab ended with ${signal ?? `exit code ${code ?? "unknown"}`}; its output above says why.`,
      );
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. No partial installation is left behind.");
      return 130;
    }
  },
});

async function install(terminal: Terminal): Promise<Lab> {
  const { findLab, privateLab } = await import("../jupyter/lab/index.js");
  const line = (text: string) => process.stderr.write(`\r${text}\u001b[K`);
  await privateLab
    .install({
      signal: terminal.signal,
      onStep: (message) => {
        terminal.out(message);
      },
      onPackage(name, count) {
        if (terminal.interactive) line(`  ${count} packages: ${name}`);
        else if (count % 20 === 0) terminal.out(`  ${count} packages`);
      },
    })
    .finally(() => {
      if (terminal.interactive) line("");
    });
  const found = await findLab(terminal.signal);
  check(
    found !== undefined,
    () =>
      `JupyterLab in ${privateLab.folder()} does not run. Install JupyterLab yourself: pip install jupyterlab.`,
  );
  return found;
}

function readTarget(word: string | undefined): { folder: string; notebook?: string } {
  const given = path.resolve(word ?? (isFolder("notebooks") ? "notebooks" : "."));
  if (isFolder(given)) return { folder: given };
  check(
    given.endsWith(".ipynb") && isFile(given),
    () => `lab: there is no notebook or folder ${word ?? ""}. Check the name.`,
  );
  return { folder: path.dirname(given), notebook: path.basename(given) };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  check(
    /^\d+$/.test(text) && port >= 1 && port <= 65535,
    () => `lab: --port must be a number from 1 to 65535, got "${text}".`,
  );
  return port;
}
