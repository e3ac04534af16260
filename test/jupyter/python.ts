import { spawn } from "node:child_process";

/** A Python with jupyterlab, nbclient, papermill, jupyter_console and jupyter_kernel_test. */
export const python = process.env.SSDML_JUPYTER ?? "";

/** Why tests with Jupyter's own programs do not run here; false when they do. */
export const withoutJupyter: string | false =
  python === "" &&
  "SSDML_JUPYTER names no Python that has jupyterlab, nbclient, papermill, jupyter_console and jupyter_kernel_test";

/** Runs a Python program; what it prints is shown when it fails. */
export async function runPython(words: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(python, words, { env: { ...process.env, ...environment } });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${words[0]} ended with exit code ${String(code)}:\n${printed}`);
}
