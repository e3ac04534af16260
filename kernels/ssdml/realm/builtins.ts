type AnyFunction = (...args: unknown[]) => unknown;

/** Modules of Node that call methods of arrays, which cells may have changed: `path.join` does. */
const UNSAFE = new Set(["fs", "path", "url", "util"]);
/** The variants of `path` for the two kinds of systems. */
const VARIANTS = new Set(["posix", "win32"]);

/**
 * Protects calls of Node's own modules from changes that cells make to `Array.prototype`, since Node runs in the cells' realm. While
 * such a function runs, the prototype is in its original state.
 *
 * @param prototype - `Array.prototype` of the cells' realm, still unchanged.
 */
export function guardBuiltins(prototype: object): (id: string, module: object) => object {
  const originals = Reflect.ownKeys(prototype)
    .map((key) => ({ key, descriptor: Reflect.getOwnPropertyDescriptor(prototype, key)! }))
    .filter(({ descriptor }) => typeof descriptor.value === "function");

  const isChanged = (): boolean => {
    for (let i = 0; i < originals.length; i++) {
      const { key, descriptor } = originals[i];
      if (Reflect.get(prototype, key) !== descriptor.value) return true;
    }
    return false;
  };

  const withOriginals = (call: () => unknown): unknown => {
    const changed = originals.map(({ key, descriptor }) => {
      const before = Reflect.getOwnPropertyDescriptor(prototype, key);
      Reflect.defineProperty(prototype, key, descriptor);
      return { key, before };
    });
    try {
      return call();
    } finally {
      for (const { key, before } of changed) {
        if (before) Reflect.defineProperty(prototype, key, before);
        else Reflect.deleteProperty(prototype, key);
      }
    }
  };

  /** Copies arrays into the kernel's realm. */
  const own = (value: unknown): unknown =>
    Array.isArray(value) ? Array.from({ length: value.length }, (_, i) => value[i] as unknown) : value;

  const guard = (original: AnyFunction): AnyFunction => {
    const guarded = function (this: unknown, ...args: unknown[]): unknown {
      const call = (): unknown => Reflect.apply(original, this, args);
      return own(isChanged() ? withOriginals(call) : call());
    };
    return Object.assign(guarded, guardAll(original));
  };

  /** Guards functions; classes and other values stay the same. */
  const guardAll = (module: object, variants = VARIANTS): object =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]: [string, unknown]) => {
        if (typeof value === "function" && !/^[A-Z]/.test(name)) return [name, guard(value as AnyFunction)];
        return [name, variants.has(name) ? guardAll(value as object, new Set()) : value];
      }),
    );

  const guarded = new Map<string, object>();
  return (id, module) => {
    const name = id.replace(/^node:/, "");
    if (!UNSAFE.has(name)) return module;
    const known = guarded.get(name) ?? guardAll(module);
    guarded.set(name, known);
    return known;
  };
}
