const has = (owner: object, name: string): boolean => name in owner;

/** What is newer than ECMAScript 2023, by the file in which TypeScript declares it, and whether this Node has it. */
const NEWER: readonly (readonly [file: string, isThere: boolean])[] = [
  ["es2024.string", has(String.prototype, "isWellFormed")],
  ["es2024.regexp", has(RegExp.prototype, "unicodeSets")],
  ["es2024.sharedmemory", has(Atomics, "waitAsync")],
  ["es2024.arraybuffer", has(ArrayBuffer.prototype, "transfer")],
  ["es2024.object", has(Object, "groupBy")],
  ["es2024.collection", has(Map, "groupBy")],
  ["es2024.promise", has(Promise, "withResolvers")],
  ["esnext.disposable", has(Symbol, "dispose")],
  ["esnext.array", has(Array, "fromAsync")],
  ["esnext.collection", has(Set.prototype, "union")],
  ["esnext.iterator", has(globalThis, "Iterator")],
  ["esnext.promise", has(Promise, "try")],
  ["esnext.float16", has(globalThis, "Float16Array")],
  ["esnext.error", has(Error, "isError")],
];

/** The declarations of ECMAScript's own functions, as far as this Node has them. */
export function libraries(): string[] {
  const there = NEWER.filter(([, isThere]) => isThere).map(([file]) => file);
  return ["es2023", ...there].map((file) => `lib.${file}.d.ts`);
}
