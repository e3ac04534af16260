import assert from "node:assert/strict";
import { UserError } from "../../lib/core/errors";
import { runCommandLine } from "../../lib/cli/main";

async function run(folder: string, words: readonly string[]) {
  const lines = { stdout: [] as string[], stderr: [] as string[] };
  const before = process.cwd();
  process.chdir(folder);
  try {
    const status = await runCommandLine([...words, "--engine", "wasm"], {
      out: (line) => lines.stdout.push(line),
      error: (line) => lines.stderr.push(line),
      interactive: false,
      signal: new AbortController().signal,
    });
    return { status, stdout: lines.stdout.join("\n"), stderr: lines.stderr.join("\n") };
  } finally {
    process.chdir(before);
  }
}

/** Runs a command in a folder, in this process, and checks that it ends well. Returns what it printed. */
export async function ssdml(folder: string, ...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const { status, ...printed } = await run(folder, words);
  assert.equal(status, 0, printed.stderr);
  return printed;
}

/** Runs a command that must fail, and returns its sentence. */
export async function failing(folder: string, ...words: string[]): Promise<string> {
  try {
    const { stdout } = await run(folder, words);
    assert.fail(`the command ended well: ${stdout}`);
  } catch (error) {
    assert.ok(error instanceof UserError, String(error));
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
}
