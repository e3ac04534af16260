import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { REALM, type Realm } from "./realm/realm";

/** The globals of Node that the kernel's code uses. A new realm has only those of the language. */
const NODE_GLOBALS = [
  "AbortController",
  "AbortSignal",
  "Buffer",
  "URL",
  "clearImmediate",
  "clearInterval",
  "clearTimeout",
  "console",
  "performance",
  "process",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "structuredClone",
] as const;

/**
 * The kernel's process, which the launcher starts with the connection file. Cells and the packages that they import run in Node's own
 * realm. The kernel's code runs in another realm with its own Array, Map, Promise, JSON and Date, so it keeps working whatever
 * cells do to theirs.
 */
function main(): void {
  // With an ordinary global object, if this Node can make one: other global objects are slower to read.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  const global = vm.runInContext("globalThis", context) as typeof globalThis;
  for (const name of NODE_GLOBALS) Reflect.defineProperty(global, name, { value: globalThis[name] });
  const file = path.join(__dirname, "realm", "loader.js");
  const load = vm.runInContext(Module.wrap(readFileSync(file, "utf8")), context, { filename: file }) as (
    ...args: unknown[]
  ) => void;
  const loader = {} as typeof import("./realm/loader");
  load(loader, createRequire(file), { exports: loader }, file, path.dirname(file));
  const requireFrom = loader.moduleLoader(context, globalThis);
  const realm: Realm = { host: globalThis, context, requireFrom };
  Reflect.defineProperty(global, REALM, { value: realm });
  requireFrom(__filename)("./kernelProcess");
}

main();
