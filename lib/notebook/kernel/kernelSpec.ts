import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { check, UserError } from "../../common/errors";
import type { NotebookLanguage } from "../format/nbformat";

/** How a kernel is started: Jupyter's kernel.json with its name. */
export interface KernelSpec {
  name: string;
  display_name: string;
  language: string;
  /** The command; `{connection_file}` stands for the path of the connection file. */
  argv: string[];
  env?: Record<string, string>;
  interrupt_mode?: "signal" | "message";
}

/** The command of the kernel that runs notebooks unless another is asked for. */
export function kernelCommand(language: NotebookLanguage): string[] {
  const words = [
    "kernel",
    "--config-path",
    "{connection_file}",
    ...(language === "javascript" ? ["--js"] : []),
  ];
  return [process.execPath, require.resolve("tslab/bin/tslab"), ...words];
}

/** The kernel that runs notebooks unless another is asked for. */
export function defaultKernel(language: NotebookLanguage): KernelSpec {
  const [name, title] = language === "typescript" ? ["tslab", "TypeScript"] : ["jslab", "JavaScript"];
  return { name, display_name: title, language, argv: kernelCommand(language) };
}

/** A kernel that is installed for Jupyter, by its name, or one described by a kernel.json file, by its path. */
export function findKernel(name: string): KernelSpec {
  const direct = name.endsWith(".json")
    ? [name]
    : kernelFolders().map((folder) => path.join(folder, name, "kernel.json"));
  const file = direct.find((candidate) => existsSync(candidate));
  check(
    file !== undefined,
    () =>
      `there is no kernel "${name}"; installed are ${installedKernels().join(", ") || "none"}. Leave out --kernel to use ssdml's own.`,
  );
  const broken = (why: string) =>
    new UserError(`${file} does not describe a kernel: ${why}. Install the kernel again.`);
  let spec: Partial<KernelSpec>;
  try {
    spec = JSON.parse(readFileSync(file, "utf8")) as Partial<KernelSpec>;
  } catch (error) {
    throw broken(error instanceof Error ? error.message : String(error));
  }
  const { argv } = spec;
  if (!Array.isArray(argv) || argv.length === 0) throw broken('it has no command in "argv"');
  const title = name.endsWith(".json") ? path.basename(path.dirname(path.resolve(name))) : name;
  return { display_name: title, language: "", ...spec, argv, name: title };
}

/** The names of the kernels that are installed for Jupyter. */
export function installedKernels(): string[] {
  const names = kernelFolders()
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "kernel.json"))),
    );
  return [...new Set(names)].sort();
}

/** Where Jupyter keeps kernels, in the order in which it looks. */
function kernelFolders(): string[] {
  const { JUPYTER_PATH, JUPYTER_DATA_DIR, VIRTUAL_ENV, CONDA_PREFIX, APPDATA, PROGRAMDATA, XDG_DATA_HOME } =
    process.env;
  const home = os.homedir();
  const [user, system] =
    process.platform === "win32"
      ? [path.join(APPDATA ?? home, "jupyter"), [path.join(PROGRAMDATA ?? "C:\\ProgramData", "jupyter")]]
      : process.platform === "darwin"
        ? [path.join(home, "Library", "Jupyter"), ["/usr/local/share/jupyter", "/usr/share/jupyter"]]
        : [
            path.join(XDG_DATA_HOME ?? path.join(home, ".local", "share"), "jupyter"),
            ["/usr/local/share/jupyter", "/usr/share/jupyter"],
          ];
  const environments = [VIRTUAL_ENV, CONDA_PREFIX].filter((folder) => folder !== undefined);
  return [
    ...(JUPYTER_PATH?.split(path.delimiter).filter((folder) => folder !== "") ?? []),
    ...environments.map((folder) => path.join(folder, "share", "jupyter")),
    JUPYTER_DATA_DIR ?? user,
    ...system,
  ].map((folder) => path.join(folder, "kernels"));
}
