import { parseArgs } from "node:util";
import { check } from "../core/errors";
import { readWords } from "./readWords";

export const targetHelp = `  --user           for you, in Jupyter's user folder (default)
  --sys-prefix     for the active virtual environment
  --prefix DIR     for the Python installation or environment in DIR
  --system         for everybody on this machine
  --name NAME      the name by which notebooks ask for the kernel (default ssdml)`;

export interface KernelWords {
  help: boolean;
  name: string | undefined;
  displayName: string | undefined;
  /** The words that lead to the same place again. */
  target: string[];
  /** What to do when that place cannot be written. */
  remedy: string;
  /** The data folder of Jupyter that was meant. */
  dataFolder: () => Promise<string>;
}

/** Reads the words behind `kernel install` and `kernel uninstall`. */
export function readKernelWords(command: string, words: string[]): KernelWords {
  const { values } = readWords(command, () =>
    parseArgs({
      args: words,
      options: {
        user: { type: "boolean" },
        "sys-prefix": { type: "boolean" },
        prefix: { type: "string" },
        system: { type: "boolean" },
        name: { type: "string" },
        ...(command === "kernel install" ? { "display-name": { type: "string" } as const } : {}),
        help: { type: "boolean", short: "h" },
      },
    }),
  );
  const { user, system, prefix, name } = values;
  const sysPrefix = values["sys-prefix"];
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
  const displayName = values["display-name"] as string | undefined;
  check(
    displayName?.trim() !== "",
    () =>
      `${command}: --display-name must say something, got "${displayName ?? ""}". Leave it out for "TypeScript (ssdml)".`,
  );
  return {
    help: values.help ?? false,
    name,
    displayName,
    target: [...target, ...(name === undefined ? [] : ["--name", name])],
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
