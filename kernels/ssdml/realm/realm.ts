import { createRequire } from "node:module";
import type vm from "node:vm";

/** What code in the kernel's realm knows of the world outside. */
export interface Realm {
  /** The global object of the realm in which cells run. */
  host: typeof globalThis;
  /** The context of the kernel's own realm. */
  context: vm.Context;
  /** As Node's `createRequire`, but what it loads runs in the kernel's realm. */
  requireFrom: (file: string) => NodeJS.Require;
}

/** Where a realm's global object keeps it. */
export const REALM = Symbol.for("ssdml.realm");

/** The realm that this code runs in, if it is the kernel's own; none in its other threads. */
export const realm = Reflect.get(globalThis, REALM) as Realm | undefined;

/** The global object that cells see. */
export const host = realm?.host ?? globalThis;

/** Loads modules for the kernel: none of what cells do to built-in objects reaches them. */
export const requireFrom: (file: string) => NodeJS.Require = realm?.requireFrom ?? createRequire;
