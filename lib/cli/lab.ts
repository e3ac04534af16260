import { readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { check, plural, UserError } from "../core";
import { isFile, isFolder } from "../io/files";
import type { Lab } from "../jupyter/lab";
import { defineCommand, type Terminal } from "./command";

/** The folder for copies of our notebooks. */
const tour = "ssdml-notebooks";

const help = `Usage: ssdml lab [NOTEBOOK|FOLDER] [--in-place] [--port N] [--no-browser]

Starts JupyterLab with the TypeScript kernel of ssdml. The kernel does not have to be registered first. Uses the JupyterLab of
the active virtual environment or of the PATH. If there is none, installs version 4 once into the user folder; this needs
Python 3.9 or newer and a network connection.

  NOTEBOOK      a notebook to open
  FOLDER        the folder to show (default: your folder notebooks or, if it holds notebooks, the current one; else
                ${tour}, into which the notebooks of ssdml are copied; files that are there already stay as they are)
  --in-place    open the notebooks of ssdml themselves, not copies of them
  --port N      the port to listen on (default: 8888 or the next free one)
  --no-browser  do not open a browser; print the address
  --help        show this text

The server accepts connections from this machine only, with the token in the address. Ctrl-C stops it and its kernels.`;

export const lab = defineCommand({
  name: "lab",
  summary: "start JupyterLab with the TypeScript kernel",
  help,
  options: { port: { type: "string" }, "no-browser": { type: "boolean" }, "in-place": { type: "boolean" } },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    check(
      positionals.length <= 1,
      () => `lab: takes one notebook or folder, got ${positionals.join(", ")}. Type ssdml lab --help.`,
    );
    check(
      positionals.length === 0 || !values["in-place"],
      () => `lab: takes ${positionals[0]} or --in-place, not both. Type ssdml lab --help.`,
    );
    const port = readPort(values.port);
    const given = positionals[0] === undefined ? undefined : readTarget(positionals[0]);
    try {
      const { findLab, startLab } = await import("../jupyter/lab/index.js");
      const found = (await findLab(terminal.signal)) ?? (await install(terminal));
      terminal.signal.throwIfAborted();
      const target = given ?? { folder: await defaultFolder(values["in-place"] === true, terminal) };
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
        if (terminal.interactive) line(`  ${plural(count, "package")}: ${name}`);
        else if (count % 20 === 0) terminal.out(`  ${plural(count, "package")}`);
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

/** The user's own notebooks if there are any, else copies of ours, so that running them does not change the originals. */
async function defaultFolder(inPlace: boolean, terminal: Terminal): Promise<string> {
  const { copyNotebooks, ownNotebooks } = await import("../jupyter/lab/index.js");
  if (inPlace) return ownNotebooks;
  if (isFolder("notebooks") && realpathSync("notebooks") !== realpathSync(ownNotebooks))
    return path.resolve("notebooks");
  if (readdirSync(".").some((name) => name.endsWith(".ipynb"))) return path.resolve(".");
  const folder = path.resolve(tour);
  const copied = await copyNotebooks(folder);
  if (copied.length > 0) terminal.out(`Copied ${plural(copied.length, "notebook")} of ssdml to ${folder}.`);
  return folder;
}

function readTarget(word: string): { folder: string; notebook?: string } {
  const given = path.resolve(word);
  if (isFolder(given)) return { folder: given };
  check(
    given.endsWith(".ipynb") && isFile(given),
    () => `lab: there is no notebook or folder ${word}. Check the name.`,
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
