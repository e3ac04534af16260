import { UserError } from "../core/errors";
import {
  installableEngines,
  installEngine,
  type InstallableEngine,
  type InstallOptions,
} from "../engine/install";
import { defineCommand, type Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";

const names = Object.keys(installableEngines).join(" or ");

const help = `Usage: ssdml engine install NAME [--index URL] [--sha256 HEX] [--force]

Adds a native TensorFlow engine to the user folder, once for all checkouts.

  tensorflow   the fastest engine on a processor (0.3 GB download, 0.9 GB on disk)
  cuda         TensorFlow on an NVIDIA GPU (3.4 GB download, 5.7 GB on disk)

The npm package's own build is taken when its download host answers. Otherwise its binding is compiled
here against the TensorFlow wheel of the Python package index, which takes a C++ compiler (no Python
packages). A download that was cut goes on where it stopped when the command is run again.

Options:
  --index URL   the Python package index; default: PIP_INDEX_URL, else the one that pip is set to. It must be
                https, on this machine, or a host that pip's trusted-host names
  --sha256 HEX  the checksum of TensorFlow's wheel where the index has a build of your own; default: the
                one that was published
  --force       install again what is installed already, and cuda where no GPU is seen
  --help        show this text

The engine goes to engines/ in the user folder, which SSDML_HOME moves.`;

export const engineInstall = defineCommand({
  name: "engine install",
  summary: "add the tensorflow or cuda engine",
  help,
  options: { index: { type: "string" }, sha256: { type: "string" }, force: { type: "boolean" } },
  takesWords: true,
  async run({ values, positionals }, terminal) {
    const name = engineName(positionals);
    try {
      await install(name, values, terminal);
      return 0;
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
      terminal.error(
        `Stopped. What was downloaded is kept: run "ssdml engine install ${name}" again to go on.`,
      );
      return 130;
    }
  },
});

async function install(name: InstallableEngine, options: InstallOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const printer = eventPrinter(terminal);
  try {
    for await (const event of installEngine(name, { ...options, signal: terminal.signal })) {
      if (event.kind !== "done") {
        printer.print(event);
        continue;
      }
      printer.end();
      if (event.alreadyInstalled) {
        terminal.out(
          `The ${name} engine is already installed (TensorFlow ${event.engine.tensorflow}) in ${event.engine.folder}. ` +
            "Use --force to install it again.",
        );
      } else {
        const seconds = Math.round((performance.now() - started) / 1000);
        terminal.out(
          `The ${name} engine is ready after ${seconds} s: TensorFlow ${event.engine.tensorflow} in ${event.engine.folder}.`,
        );
      }
    }
  } finally {
    printer.end();
  }
}

function engineName(words: string[]): InstallableEngine {
  const [name = "", ...more] = words;
  if (!Object.hasOwn(installableEngines, name)) {
    throw new UserError(
      name === ""
        ? `engine install: name the engine to install: ${names}.`
        : `engine install: "${name}" is not an engine that can be installed. Choose ${names}.`,
    );
  }
  if (more.length > 0) throw new UserError(`engine install: takes one engine, got ${words.join(", ")}.`);
  return name as InstallableEngine;
}
