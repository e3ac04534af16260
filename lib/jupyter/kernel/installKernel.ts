import { existsSync, promises as fs } from "node:fs";
import path from "node:path";
import { check, UserError } from "../../core";
import { fileErrorReason } from "../../io/download";
import { makeFolder, writeAtomically } from "../../io/files";
import { iconFolder, ownKernel } from "./builtInKernels";
import { readKernelSpec } from "./kernelSpec";

export interface InstallOptions {
  /** The name of the kernel's folder, which notebooks use to select it; default "ssdml". */
  name?: string | undefined;
  /** What front ends show; default "TypeScript (ssdml)". */
  displayName?: string | undefined;
  /** A sentence for the user: what to do if the folder cannot be written. */
  remedy?: string | undefined;
}

/** Registers our kernel in a data folder of Jupyter. Returns the folder of the kernel. */
export async function installKernel(dataFolder: string, options: InstallOptions = {}): Promise<string> {
  const { name, ...spec } = ownKernel();
  const folder = kernelFolder(dataFolder, options.name ?? name);
  check(!isForeign(folder), () => `another kernel is in ${folder}. Choose another --name.`);
  const content = { ...spec, display_name: options.displayName ?? spec.display_name };
  await asUser(`cannot install the kernel to ${folder}`, options.remedy, async () => {
    makeFolder(folder);
    for (const icon of await fs.readdir(iconFolder)) {
      await fs.copyFile(path.join(iconFolder, icon), path.join(folder, icon));
    }
    await writeAtomically(path.join(folder, "kernel.json"), [`${JSON.stringify(content, undefined, 2)}\n`]);
  });
  return folder;
}

/** Removes our kernel from a data folder of Jupyter. Returns the removed folder. */
export async function uninstallKernel(
  dataFolder: string,
  { name = ownKernel().name, remedy }: Pick<InstallOptions, "name" | "remedy"> = {},
): Promise<string> {
  const folder = kernelFolder(dataFolder, name);
  check(
    existsSync(folder),
    () => `there is no kernel "${name}" in ${path.dirname(folder)}. See: jupyter kernelspec list.`,
  );
  check(
    !isForeign(folder),
    () =>
      `the kernel in ${folder} was not installed by ssdml. To remove it, type: jupyter kernelspec remove ${name}.`,
  );
  await asUser(`cannot remove ${folder}`, remedy, () => fs.rm(folder, { recursive: true }));
  return folder;
}

function kernelFolder(dataFolder: string, name: string): string {
  check(
    /^[a-z0-9][a-z0-9._-]*$/i.test(name),
    () => `a kernel's name may have only letters, digits, dots, dashes and underscores, got "${name}".`,
  );
  return path.join(dataFolder, "kernels", name.toLowerCase());
}

/** True if a folder holds another kernel than ours; an unreadable one does not count. */
function isForeign(folder: string): boolean {
  const file = path.join(folder, "kernel.json");
  if (!existsSync(file)) return false;
  try {
    return !readKernelSpec(file).argv.some((word) =>
      word.replaceAll("\\", "/").endsWith("kernels/ssdml/launcher.js"),
    );
  } catch {
    return false;
  }
}

async function asUser(
  failure: string,
  remedy = "Choose another folder.",
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${failure}: ${fileErrorReason(error) ?? (error as Error).message}. ${remedy}`);
  }
}
