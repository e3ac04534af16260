import { defineCommand } from "./command";
import { kernelTarget, targetHelp, targetOptions } from "./kernelTarget";

const help = `Usage: ssdml kernel uninstall [--user | --sys-prefix | --prefix DIR | --system] [--name NAME]

Removes a kernel that ssdml kernel install registered. Other kernels are left alone.

${targetHelp}
  --help           show this text`;

export const kernelUninstall = defineCommand({
  name: "kernel uninstall",
  summary: "remove the TypeScript kernel from Jupyter",
  help,
  options: targetOptions,
  async run({ values }, terminal) {
    const { remedy, dataFolder } = kernelTarget("kernel uninstall", values);
    const { uninstallKernel } = await import("../jupyter/index.js");
    terminal.out(`Removed ${await uninstallKernel(await dataFolder(), { name: values.name, remedy })}`);
    return 0;
  },
});
