import { check } from "../core";
import { defineCommand } from "./command";
import { kernelTarget, targetHelp, targetOptions } from "./kernelTarget";

const help = `Usage: ssdml kernel install [--user | --sys-prefix | --prefix DIR | --system] [--name NAME] [--display-name TEXT]

Registers the TypeScript kernel with Jupyter, so that JupyterLab, Notebook, VS Code, jupyter console, nbclient and papermill
find it. ssdml lab and ssdml run do not need this.

${targetHelp}
  --display-name TEXT  the name that notebooks show (default "TypeScript (ssdml)")
  --help           show this text

Jupyter starts the kernel from this folder. Install it again if you move the folder or switch to another Node.`;

export const kernelInstall = defineCommand({
  name: "kernel install",
  summary: "register the TypeScript kernel with Jupyter",
  help,
  options: { ...targetOptions, "display-name": { type: "string" } },
  async run({ values }, terminal) {
    const { name, "display-name": displayName } = values;
    const { words, remedy, dataFolder } = kernelTarget("kernel install", values);
    check(
      displayName?.trim() !== "",
      () =>
        `kernel install: --display-name must not be blank, got "${displayName ?? ""}". Leave it out for "TypeScript (ssdml)".`,
    );
    const { installKernel } = await import("../jupyter/index.js");
    const folder = await installKernel(await dataFolder(), { name, displayName, remedy });
    terminal.out(`The kernel is installed in ${folder}`);
    const removal = ["kernel", "uninstall", ...words].map((word) => shellWord(word));
    terminal.out(`To remove it: npx ssdml ${removal.join(" ")}`);
    return 0;
  },
});

/** A word as a shell needs it: quoted where necessary. */
function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === "win32" || !word.includes("\\"))) return word;
  return platform === "win32" ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
