import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";

/** A folder for the length of one test. */
export function temporaryFolder(t: TestContext): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "ssdml-")));
  t.after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Sets environment variables (undefined removes one) for the length of one test. */
export function withEnvironment(t: TestContext, changes: Record<string, string | undefined>): void {
  const before = Object.keys(changes).map((name) => [name, process.env[name]] as const);
  assign(Object.entries(changes));
  t.after(() => {
    assign(before);
  });
}

function assign(entries: Iterable<readonly [string, string | undefined]>): void {
  for (const [name, value] of entries) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}
