import os from "node:os";
import path from "node:path";

/**
 * The user folder for files that are made or downloaded once and kept: `engines/`, `downloads/`, `datasets/`, `compiled/`.
 * The environment variable SSDML_HOME moves it; otherwise it is the platform's cache folder.
 */
export function ssdmlHome(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.SSDML_HOME) return path.resolve(environment.SSDML_HOME);
  const home = os.homedir();
  switch (process.platform) {
    case "darwin":
      return path.join(home, "Library", "Caches", "ssdml");
    case "win32":
      return path.join(environment.LOCALAPPDATA ?? path.join(home, "AppData", "Local"), "ssdml");
    default:
      return path.join(environment.XDG_CACHE_HOME ?? path.join(home, ".cache"), "ssdml");
  }
}
