import os from "node:os";
import path from "node:path";
import { check } from "../../core/errors";

type Environment = NodeJS.ProcessEnv;

/** Where Jupyter keeps what belongs to the person who runs it. */
export function userDataFolder(environment: Environment = process.env): string {
  const { JUPYTER_DATA_DIR, APPDATA, XDG_DATA_HOME } = environment;
  if (JUPYTER_DATA_DIR) return JUPYTER_DATA_DIR;
  const home = os.homedir();
  switch (process.platform) {
    case "win32":
      return path.join(APPDATA ?? home, "jupyter");
    case "darwin":
      return path.join(home, "Library", "Jupyter");
    default:
      return path.join(XDG_DATA_HOME ?? path.join(home, ".local", "share"), "jupyter");
  }
}

/** Where Jupyter looks for what is installed for everybody; the first is the one to install to. */
export function systemDataFolders(environment: Environment = process.env): string[] {
  return process.platform === "win32"
    ? [path.join(environment.PROGRAMDATA ?? "C:\\ProgramData", "jupyter")]
    : ["/usr/local/share/jupyter", "/usr/share/jupyter"];
}

/** The data folder of a Python installation or virtual environment. */
export function prefixDataFolder(prefix: string): string {
  return path.join(path.resolve(prefix), "share", "jupyter");
}

/** The virtual environments that are active, of venv and of conda. */
export function activeEnvironments({ VIRTUAL_ENV, CONDA_PREFIX }: Environment = process.env): string[] {
  return [VIRTUAL_ENV, CONDA_PREFIX].filter((folder) => folder !== undefined && folder !== "") as string[];
}

/** The active virtual environment; `UserError` when there is none. */
export function activeEnvironment(environment: Environment = process.env): string {
  const [first] = activeEnvironments(environment);
  check(
    first !== undefined,
    () => "no virtual environment is active. Activate one, or name its folder with --prefix.",
  );
  return first;
}

/** Where Jupyter looks for kernels, in its order. */
export function kernelFolders(environment: Environment = process.env): string[] {
  return [
    ...(environment.JUPYTER_PATH?.split(path.delimiter).filter((folder) => folder !== "") ?? []),
    ...activeEnvironments(environment).map(prefixDataFolder),
    userDataFolder(environment),
    ...systemDataFolders(environment),
  ].map((folder) => path.join(folder, "kernels"));
}
