import type { Command } from "./command";
import { readKernelWords, targetHelp } from "./kernelTarget";
import { shellWord } from "./shellWord";

const help = `Usage: ssdml kernel install [--user | --sys-prefix | --prefix DIR | --system] [--name NAME] [--display-name TEXT]

Registers the TypeScript kernel with Jupyter, so that JupyterLab, Notebook, VS Code, jupyter console, nbclient and papermill
find it. ssdml lab and ssdml run do not need this.

${targetHelp}
  --display-name TEXT  what notebooks show (default "TypeScript (ssdml)")
  --help           show this text

The kernel is the one in this folder: after moving it, or changing to another Node, install again.`;

export const kernelInstall: Command = {
  name: "kernel install",
  summary: "register the TypeScript kernel with Jupyter",
  help,
  async run(words, terminal) {
    const {
      help: wantsHelp,
      name,
      displayName,
      target,
      remedy,
      dataFolder,
    } = readKernelWords("kernel install", words);
    if (wantsHelp) {
      terminal.out(help);
      return 0;
    }
    const { installKernel } = await import("../jupyter/index.js");
    const folder = await installKernel(await dataFolder(), { name, displayName, remedy });
    terminal.out(`The kernel is installed in ${folder}`);
    terminal.out(
      `To remove it: npx ssdml ${["kernel", "uninstall", ...target].map((word) => shellWord(word)).join(" ")}`,
    );
    return 0;
  },
};
