import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import type { Realm } from "./realm";

/** The function that Node's wrapper makes of a CommonJS module. */
export type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  file: string,
  folder: string,
) => void;

/** Loads each CommonJS module once into the realm of a context. Built-in modules (guarded) and native modules are Node's own. */
export function moduleLoader(context: vm.Context, host: typeof globalThis): Realm["requireFrom"] {
  const cache: NodeJS.Dict<NodeJS.Module> = Object.create(null) as NodeJS.Dict<NodeJS.Module>;

  const load = (file: string, require: NodeJS.Require): unknown => {
    const known = cache[file];
    if (known) return known.exports;
    if (file.endsWith(".node")) return require(file) as unknown;
    const text = readFileSync(file, "utf8");
    if (file.endsWith(".json")) return JSON.parse(text) as unknown;
    const module = { id: file, filename: file, exports: {}, loaded: false } as NodeJS.Module;
    cache[file] = module;
    try {
      const call = vm.runInContext(Module.wrap(text), context, {
        filename: file,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      }) as ModuleFunction;
      call.call(module.exports, module.exports, requireFrom(file), module, file, path.dirname(file));
      module.loaded = true;
    } catch (error) {
      Reflect.deleteProperty(cache, file);
      throw error;
    }
    return module.exports;
  };

  const requireFrom = (from: string): NodeJS.Require => {
    const node = createRequire(from);
    const require = (id: string): unknown =>
      Module.isBuiltin(id) ? guarded(id, node(id) as object) : load(node.resolve(id), node);
    return Object.assign(require, {
      resolve: node.resolve,
      cache,
      main: undefined,
      extensions: {} as NodeJS.Require["extensions"],
    });
  };

  let guarded = (_id: string, module: object): object => module;
  const { guardBuiltins } = requireFrom(__filename)("./builtins") as typeof import("./builtins");
  guarded = guardBuiltins(host.Array.prototype);
  return requireFrom;
}
