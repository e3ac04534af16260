import { spawn } from "node:child_process";

export interface RunOptions {
  folder?: string;
  environment?: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
  /** Called with the output, piece by piece, while the program runs. */
  onOutput?: (text: string) => void;
}

export interface Outcome {
  /** False if there is no such program. */
  found: boolean;
  /** True if it ended with exit code 0. */
  succeeded: boolean;
  output: string;
  errors: string;
}

const windows = process.platform === "win32";

/**
 * Runs a program to its end and collects its output. An abort first ends the program and everything it
 * started, then throws, so that nothing writes into a folder that is being removed.
 */
export function runProgram(program: string, words: string[], options: RunOptions = {}): Promise<Outcome> {
  const { folder, environment = process.env, signal, onOutput } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(program, words, {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: !windows,
      shell: windows && program.endsWith(".cmd"),
    });
    const stop = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(windows ? child.pid : -child.pid, "SIGTERM");
      } catch {
        // It has just ended.
      }
    };
    signal?.addEventListener("abort", stop, { once: true });

    const outcome: Outcome = { found: true, succeeded: false, output: "", errors: "" };
    child.stdout.on("data", (text: Buffer) => {
      outcome.output += text.toString();
      onOutput?.(text.toString());
    });
    child.stderr.on("data", (text: Buffer) => (outcome.errors += text.toString()));
    child.on("error", () => (outcome.found = false));
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve({ ...outcome, succeeded: code === 0 });
    });
  });
}

/** The most informative line of an error output: the first that mentions an error, else the last. */
export function tellingLine(errors: string): string {
  const lines = errors
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.find((line) => /\berror\b/i.test(line)) ?? lines.at(-1) ?? "no message";
}
