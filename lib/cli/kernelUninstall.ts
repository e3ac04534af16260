import type { Command } from "./command";
import { readKernelWords, targetHelp } from "./kernelTarget";

const help = `Usage: ssdml kernel uninstall [--user | --sys-prefix | --prefix DIR | --system] [--name NAME]

Removes what ssdml kernel install has put there. Kernels of others are left alone.

${targetHelp}
  --help           show this text`;

export const kernelUninstall: Command = {
  name: "kernel uninstall",
  summary: "remove the TypeScript kernel from Jupyter",
  help,
  async run(words, terminal) {
    const { help: wantsHelp, name, remedy, dataFolder } = readKernelWords("kernel uninstall", words);
    if (wantsHelp) {
      terminal.out(help);
      return 0;
    }
    const { uninstallKernel } = await import("../jupyter/index.js");
    terminal.out(`Removed ${await uninstallKernel(await dataFolder(), { name, remedy })}`);
    return 0;
  },
};
