import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

type AnyFunction = (...args: unknown[]) => unknown;

/** Lets `around` run every child process for which a cell waits without a pause. */
export function wrapSyncChildren(around: <T>(code: () => T) => T): void {
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const original = childProcess[name] as AnyFunction;
    const wrapped = (...args: unknown[]): unknown => around(() => original(...args));
    Object.defineProperty(wrapped, "name", { value: name });
    Object.assign(childProcess, { [name]: wrapped });
  }
  syncBuiltinESMExports();
}
