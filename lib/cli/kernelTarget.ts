import { check } from "../core";
import type { Arguments } from "./command";

export const targetHelp = `  --user           for you, in Jupyter's user folder (default)
  --sys-prefix     for the active virtual environment
  --prefix DIR     for the Python installation or environment in DIR
  --system         for every user of this machine
  --name NAME      the name that notebooks use for the kernel (default ssdml)`;

/** The options that `kernel install` and `kernel uninstall` share. */
export const targetOptions = {
  user: { type: "boolean" },
  "sys-prefix": { type: "boolean" },
  prefix: { type: "string" },
  system: { type: "boolean" },
  name: { type: "string" },
} as const;

export interface KernelTarget {
  /** The options that name the same target again. */
  words: string[];
  /** What to do if that folder cannot be written. */
  remedy: string;
  /** Jupyter's data folder of that target. */
  dataFolder: () => Promise<string>;
}

/** Reads which of Jupyter's folders `command` is about. */
export function kernelTarget(
  command: string,
  { user, "sys-prefix": sysPrefix, prefix, system, name }: Arguments<typeof targetOptions>["values"],
): KernelTarget {
  const target = [
    ...(user ? ["--user"] : []),
    ...(sysPrefix ? ["--sys-prefix"] : []),
    ...(prefix === undefined ? [] : ["--prefix", prefix]),
    ...(system ? ["--system"] : []),
  ];
  check(
    [user, sysPrefix, prefix !== undefined, system].filter(Boolean).length <= 1,
    () => `${command}: choose one of --user, --sys-prefix, --prefix and --system, got ${target.join(" ")}.`,
  );
  check(
    prefix !== "",
    () =>
      `${command}: --prefix must name a folder, got "". Name that of a virtual environment, or use --user.`,
  );
  return {
    words: [...target, ...(name === undefined ? [] : ["--name", name])],
    remedy:
      prefix !== undefined
        ? `Give --prefix another folder than "${prefix}", or use --user.`
        : system
          ? "Use --user, or a virtual environment with --sys-prefix."
          : "Name another folder with --prefix.",
    async dataFolder() {
      const { activeEnvironment, prefixDataFolder, systemDataFolders, userDataFolder } =
        await import("../jupyter/index.js");
      if (prefix !== undefined) return prefixDataFolder(prefix);
      if (sysPrefix) return prefixDataFolder(activeEnvironment());
      return system ? systemDataFolders()[0] : userDataFolder();
    },
  };
}
