import { inspect } from "node:util";

/**
 * Gives a value a short `toString`, which console.log and notebooks also show. The value stays plain data: its keys, its JSON and
 * comparisons do not change. A summary that takes time is given as a function and made when it is asked for.
 */
export function printsAs<T extends object>(
  summary: string | (() => string),
  object: T,
): T & { toString(): string } {
  const say = {
    value: () => (typeof summary === "string" ? summary : summary()),
    enumerable: false,
    configurable: true,
    writable: true,
  };
  return Object.defineProperties(object, { toString: say, [inspect.custom]: say });
}
