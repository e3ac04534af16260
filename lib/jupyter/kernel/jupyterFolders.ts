import os from "node:os";
import path from "node:path";
import { check } from "../../core";

type Environment = NodeJS.ProcessEnv;

/** Jupyter's data folder of the current user. */
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

/** Jupyter's data folders for all users. Installations go to the first. */
export function systemDataFolders(environment: Environment = process.env): string[] {
  return process.platform === "win32"
    ? [path.join(environment.PROGRAMDATA ?? "C:\\ProgramData", "jupyter")]
    : ["/usr/local/share/jupyter", "/usr/share/jupyter"];
}

/** The data folder of a Python installation or virtual environment. */
export function prefixDataFolder(prefix: string): string {
  return path.join(path.resolve(prefix), "share", "jupyter");
}

/** The active virtual environments of venv and conda. */
export function activeEnvironments({ VIRTUAL_ENV, CONDA_PREFIX }: Environment = process.env): string[] {
  return [VIRTUAL_ENV, CONDA_PREFIX].filter((folder) => folder !== undefined && folder !== "") as string[];
}

/** The active virtual environment; throws `UserError` if there is none. */
export function activeEnvironment(environment: Environment = process.env): string {
  const [first] = activeEnvironments(environment);
  check(
    first !== undefined,
    () => "no virtual environment is active. Activate one, or name its folder with --prefix.",
  );
  return first;
}

/** The folders where Jupyter looks for kernels, in order. */
export function kernelFolders(environment: Environment = process.env): string[] {
  return [
    ...(environment.JUPYTER_PATH?.split(path.delimiter).filter((folder) => folder !== "") ?? []),
    ...activeEnvironments(environment).map(prefixDataFolder),
    userDataFolder(environment),
    ...systemDataFolders(environment),
  ].map((folder) => path.join(folder, "kernels"));
}
