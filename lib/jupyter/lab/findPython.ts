import { UserError } from "../../core";
import { runProgram } from "../../io/processes";

/** A Python, by the name of its command. */
export interface Python {
  program: string;
  /** Such as "3.11.7". */
  version: string;
}

const oldest = [3, 9] as const;

/** The first Python on the PATH; undefined if there is none. */
export async function findPython(signal?: AbortSignal): Promise<Python | undefined> {
  for (const program of process.platform === "win32" ? ["py", "python"] : ["python3", "python"]) {
    const { succeeded, output } = await runProgram(program, ["--version"], { signal });
    const version = /^Python (\d+\.\d+\S*)/.exec(output)?.[1];
    if (succeeded && version !== undefined) return { program, version };
  }
  return undefined;
}

export function isRecent({ version }: Python): boolean {
  const [major, minor] = version.split(".").map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** A Python that can create virtual environments; throws `UserError` that says what is missing and how to get it. */
export async function requirePython(signal?: AbortSignal): Promise<Python> {
  const instead = "Notebooks run without it too: ssdml run NOTEBOOK.";
  const python = await findPython(signal);
  const atLeast = `Python ${oldest.join(".")} or newer`;
  if (!python) throw new UserError(`JupyterLab needs ${atLeast}, and none was found. Install it. ${instead}`);
  if (!isRecent(python)) {
    throw new UserError(
      `JupyterLab needs ${atLeast}, found ${python.version}. Install a newer one. ${instead}`,
    );
  }
  const { succeeded } = await runProgram(python.program, ["-c", "import venv, ensurepip"], { signal });
  if (!succeeded) {
    throw new UserError(
      `Python ${python.version} lacks its venv module. Install it (Debian, Ubuntu: sudo apt install python3-venv). ${instead}`,
    );
  }
  return python;
}
