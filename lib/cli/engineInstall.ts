import { UserError } from "../core";
import { didYouMean } from "../core/options";
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

Installs a native TensorFlow engine into the user folder, where all checkouts find it.

  tensorflow   the fastest engine on a processor (0.3 GB download, 0.9 GB on disk)
  cuda         TensorFlow on an NVIDIA GPU (3.4 GB download, 5.7 GB on disk)

Uses the prebuilt binaries of the npm package if their host can be reached. Otherwise the binding is compiled
here against the TensorFlow wheel from the Python package index; this needs a C++ compiler, but no Python
packages. If a download is interrupted, run the same command again to resume it.

Options:
  --index URL   the Python package index; default: PIP_INDEX_URL, else the index that pip is configured to use.
                It must use https, be on this machine, or be listed in pip's trusted-host
  --sha256 HEX  the checksum of TensorFlow's wheel, if the index serves your own build; default: the
                published checksum
  --force       reinstall an engine that is installed already; install cuda although no GPU is found
  --help        show this text

The engine goes to engines/ in the user folder. Set SSDML_HOME to move that folder.`;

export const engineInstall = defineCommand({
  name: "engine install",
  summary: "install the tensorflow or cuda engine",
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
        `Stopped. The downloaded part is kept. Run "ssdml engine install ${name}" again to resume.`,
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
        : `engine install: "${name}" is not an engine that can be installed. Choose ${names}.${didYouMean(name, Object.keys(installableEngines))}`,
    );
  }
  if (more.length > 0) throw new UserError(`engine install: takes one engine, got ${words.join(", ")}.`);
  return name as InstallableEngine;
}
