import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { isResult, runnable, showResult } from "../../docs-site/results";
import { root } from "../../docs-site/root";

type Run = (
  require: NodeJS.Require,
  exports: object,
  console: object,
  expectResult: (value: unknown, expected: string) => void,
) => Promise<void>;

// eslint-disable-next-line @typescript-eslint/no-empty-function
const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => Run;
const requireHere = createRequire(`${root}/package.json`);
const silent = { log: () => undefined, table: () => undefined };

/** Runs a program of TypeScript in this process and checks what its comments say of its results. */
export async function runProgram(program: string): Promise<void> {
  const run = new AsyncFunction("require", "exports", "console", "expectResult", runnable(program));
  await run(requireHere, {}, silent, (value, expected) => {
    assert.ok(isResult(value, expected), `the result is ${showResult(value)}, the comment says ${expected}`);
  });
}
