import { createRequire } from "node:module";
import type vm from "node:vm";

/** The kernel's realm and its links to the cells' realm. */
export interface Realm {
  /** The global object of the cells' realm. */
  host: typeof globalThis;
  /** The context of the kernel's own realm. */
  context: vm.Context;
  /** Like Node's `createRequire`, but modules run in the kernel's realm. */
  requireFrom: (file: string) => NodeJS.Require;
}

/** The property of a realm's global object that holds the realm. */
export const REALM = Symbol.for("ssdml.realm");

/** The realm of this code, if it is the kernel's own. The other threads have none. */
export const realm = Reflect.get(globalThis, REALM) as Realm | undefined;

/** The global object that cells see. */
export const host = realm?.host ?? globalThis;

/** Loads modules for the kernel. Changes that cells make to built-in objects do not reach them. */
export const requireFrom: (file: string) => NodeJS.Require = realm?.requireFrom ?? createRequire;
