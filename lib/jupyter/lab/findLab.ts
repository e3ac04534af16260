import { existsSync } from "node:fs";
import path from "node:path";
import { runProgram } from "../../io/processes";
import { activeEnvironments } from "../kernel/jupyterFolders";
import { labProgram, privateLab } from "./privateLab";

/** A JupyterLab that can be started. */
export interface Lab {
  /** The command, without further arguments. */
  command: string[];
  version: string;
  /** Where it is installed, for messages. */
  origin: string;
}

/** Older versions do not draw Vega-Lite 5. */
const oldestMajor = 4;

/** The JupyterLab of the active virtual environment, else of the PATH, else our private one; undefined if there is none. */
export async function findLab(signal?: AbortSignal): Promise<Lab | undefined> {
  const candidates: Omit<Lab, "version">[] = [
    ...activeEnvironments().map((folder) => ({
      command: [labProgram(folder)],
      origin: `the environment ${path.basename(folder)}`,
    })),
    { command: ["jupyter", "lab"], origin: "the PATH" },
    ...(privateLab.isComplete() ? [{ command: [privateLab.program()], origin: privateLab.folder() }] : []),
  ];
  for (const candidate of candidates) {
    const [program, ...words] = candidate.command;
    if (path.isAbsolute(program) && !existsSync(program)) continue;
    const { succeeded, output } = await runProgram(program, [...words, "--version"], { signal });
    const version = output.trim();
    if (succeeded && Number.parseInt(version, 10) >= oldestMajor) return { ...candidate, version };
  }
  return undefined;
}
