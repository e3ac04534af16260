import { existsSync } from "node:fs";
import path from "node:path";
import { runProgram } from "../../io/processes/runProgram";
import { activeEnvironments } from "../kernel/jupyterFolders";
import { labProgram, privateLab } from "./privateLab";

/** A JupyterLab that can be started. */
export interface Lab {
  /** The command, without arguments of its own. */
  command: string[];
  version: string;
  /** Whose it is, as a person reads it. */
  place: string;
}

/** Older ones do not show Vega-Lite 5. */
const oldestMajor = 4;

/** The JupyterLab of the active virtual environment, else of the PATH, else our private one; undefined when there is none. */
export async function findLab(signal?: AbortSignal): Promise<Lab | undefined> {
  const candidates: Omit<Lab, "version">[] = [
    ...activeEnvironments().map((folder) => ({
      command: [labProgram(folder)],
      place: `the environment ${path.basename(folder)}`,
    })),
    { command: ["jupyter", "lab"], place: "the PATH" },
    ...(privateLab.isComplete() ? [{ command: [privateLab.program()], place: privateLab.folder() }] : []),
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
