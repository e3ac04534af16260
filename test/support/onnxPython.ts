import { spawnSync } from "node:child_process";

const python = process.env.SSDML_JUPYTER ?? "";

/** Why the tests with onnxruntime in Python do not run here; false when they do. */
export const withoutPython: string | false =
  (python === "" ||
    spawnSync(python, ["-c", "import numpy, onnxruntime, safetensors"], { timeout: 60_000 }).status !== 0) &&
  "SSDML_JUPYTER names no Python that has onnxruntime and safetensors";

/** Runs a program of Python in a folder and returns what it prints. */
export function runPythonProgram(program: string, folder: string): string {
  const { status, stdout, stderr } = spawnSync(python, ["-c", program], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`Python ended with exit code ${String(status)}:\n${stderr}`);
  return stdout;
}
