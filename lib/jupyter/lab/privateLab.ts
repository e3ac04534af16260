import { existsSync, promises as fs } from "node:fs";
import path from "node:path";
import { UserError } from "../../core";
import { fileErrorReason } from "../../io/download";
import { makeFolder, writeAtomically } from "../../io/files";
import { ssdmlHome } from "../../io";
import { runProgram, tellingLine, type RunOptions } from "../../io/processes";
import { requirePython } from "./findPython";

/** The version that our browser test runs with. */
const version = "4.6.6";

export interface PrivateLabOptions {
  signal?: AbortSignal | undefined;
  /** Gets a sentence about the current step. */
  onStep?: (message: string) => void;
  /** Gets the name of the package that pip is fetching, and the number of packages so far. */
  onPackage?: (name: string, count: number) => void;
}

const windows = process.platform === "win32";

/** JupyterLab's program in a virtual environment. */
export function labProgram(environment: string): string {
  return path.join(environment, windows ? "Scripts" : "bin", windows ? "jupyter-lab.exe" : "jupyter-lab");
}

const folder = () => path.join(ssdmlHome(), `jupyterlab-${version}`);
/** Written last. An environment without it is incomplete and is created again. */
const marker = () => path.join(folder(), "complete.json");

/** The JupyterLab in a virtual environment of its own, in the user folder. */
export const privateLab = {
  version,
  folder,
  program: () => labProgram(folder()),
  isComplete: () => existsSync(marker()) && existsSync(labProgram(folder())),

  /** Creates it. Removes everything again after a failure or an abort. */
  async install({ signal, onStep, onPackage }: PrivateLabOptions = {}): Promise<void> {
    const { program } = await requirePython(signal);
    onStep?.(`Installing JupyterLab once, into ${folder()} (about 250 MB).`);
    try {
      await fs.rm(folder(), { recursive: true, force: true });
      makeFolder(path.dirname(folder()));
    } catch (error) {
      const reason = fileErrorReason(error) ?? (error as Error).message;
      throw new UserError(`cannot write ${folder()}: ${reason}. Set SSDML_HOME to another folder.`);
    }
    try {
      onStep?.("Creating a virtual environment.");
      await succeed(program, ["-m", "venv", folder()], { signal });
      onStep?.(`Installing JupyterLab ${version} with pip (a minute or two).`);
      const python = path.join(path.dirname(labProgram(folder())), windows ? "python.exe" : "python");
      const words = ["install", "--disable-pip-version-check", "--retries", "2", `jupyterlab==${version}`];
      await succeed(python, ["-m", "pip", ...words], {
        signal,
        ...(onPackage && { onOutput: packageCounter(onPackage) }),
      });
      await writeAtomically(marker(), [`${JSON.stringify({ jupyterlab: version })}\n`]);
    } catch (error) {
      await fs.rm(folder(), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      throw error;
    }
  },
};

function packageCounter(onPackage: NonNullable<PrivateLabOptions["onPackage"]>): (text: string) => void {
  let count = 0;
  return (text) => {
    for (const [, name] of text.matchAll(/^Collecting ([\w.-]+)/gm)) onPackage(name, ++count);
  };
}

async function succeed(program: string, words: string[], options: RunOptions): Promise<void> {
  const { succeeded, errors, output } = await runProgram(program, words, options);
  if (succeeded) return;
  const unreachable =
    /connection|network|timed? ?out|name resolution|no matching distribution|could not find a version|proxy/i;
  throw new UserError(
    unreachable.test(errors)
      ? `pip cannot fetch JupyterLab ${version}: ${tellingLine(errors)}. Check the network and pip's index, or install JupyterLab yourself: pip install jupyterlab.`
      : `JupyterLab could not be installed: ${tellingLine(errors || output)}. Install it yourself: pip install jupyterlab.`,
  );
}
