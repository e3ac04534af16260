import path from "node:path";
import { check, UserError } from "../core/errors";
import { isFile, isFolder } from "../io/files/kindOfFile";
import type { Lab } from "../jupyter/lab";
import { defineCommand, type Terminal } from "./command";

const help = `Usage: ssdml lab [NOTEBOOK|FOLDER] [--port N] [--no-browser]

Starts JupyterLab with the TypeScript kernel of ssdml; nothing has to be registered for that. It takes the JupyterLab of the
active virtual environment or of the PATH. If there is none, version 4 is installed once into the user folder, which needs
Python 3.9 or newer and the network.

  NOTEBOOK      a notebook to open
  FOLDER        the folder to show (default: notebooks if there is such a folder, else this one)
  --port N      the port to listen on (default: 8888 or the next free one)
  --no-browser  do not open a browser; the address is printed
  --help        show this text

Only this machine can reach it, and only with the token in the address. Ctrl-C ends it and its kernels.`;

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
    const place = readPlace(positionals[0]);
    const port = readPort(values.port);
    try {
      const { findLab, startLab } = await import("../jupyter/lab/index.js");
      const found = (await findLab(terminal.signal)) ?? (await install(terminal));
      terminal.signal.throwIfAborted();
      const group = await startLab(found, { ...place, port, browser: !values["no-browser"] });
      terminal.out(`JupyterLab ${found.version} of ${found.place} shows ${place.folder}. Ctrl-C ends it.`);
      const stop = () => void group.end();
      if (terminal.signal.aborted) stop();
      terminal.signal.addEventListener("abort", stop, { once: true });
      const { code, signal } = await group.ended.catch((error: unknown) => {
        throw new UserError(`JupyterLab does not start: ${String(error)}. Try ssdml doctor.`);
      });
      if (terminal.signal.aborted || code === 0) return 0;
      throw new UserError(
        `JupyterLab ended with ${signal ?? `exit code ${code ?? "unknown"}`}; see above for why.`,
      );
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error("Stopped. Nothing half-done is left.");
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
    () => `JupyterLab is in ${privateLab.folder()} but does not run. Remove that folder and try again.`,
  );
  return found;
}

function readPlace(word: string | undefined): { folder: string; notebook?: string } {
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
