type AnyFunction = (...args: unknown[]) => unknown;

/** Modules of Node that call methods of arrays as cells may have changed them: `path.join` does. */
const UNSAFE = new Set(["fs", "path", "url", "util"]);
/** What `path` has for systems of either kind. */
const VARIANTS = new Set(["posix", "win32"]);

/**
 * Guards calls of Node's own modules against what cells do to `Array.prototype`: Node runs in their realm. While such a function runs, the
 * prototype is as it was at the start.
 *
 * @param prototype - `Array.prototype` of the realm in which cells run, not changed yet.
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

  /** Lists become the kernel's own. */
  const own = (value: unknown): unknown =>
    Array.isArray(value) ? Array.from({ length: value.length }, (_, i) => value[i] as unknown) : value;

  const guard = (original: AnyFunction): AnyFunction => {
    const guarded = function (this: unknown, ...args: unknown[]): unknown {
      const call = (): unknown => Reflect.apply(original, this, args);
      return own(isChanged() ? withOriginals(call) : call());
    };
    return Object.assign(guarded, guardAll(original));
  };

  /** Functions guarded, classes and all else as it is. */
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
