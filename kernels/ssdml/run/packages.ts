import Module, { createRequire } from "node:module";
import vm from "node:vm";
import { isBroughtTo, OWN_FILE } from "../compile/typescript/broughtPackages";

const own = createRequire(OWN_FILE);

/** Node's `require` for a file. Packages that are not installed there are those that the kernel brings. */
export function requireFor(file: string): NodeJS.Require {
  const native = createRequire(file);
  const load = (id: string): unknown =>
    (Module.isBuiltin(id) || !isBroughtTo(file, id) ? native(id) : own(id)) as unknown;
  const resolve = (id: string, options?: { paths?: string[] }): string =>
    !options && !Module.isBuiltin(id) && isBroughtTo(file, id)
      ? own.resolve(id)
      : native.resolve(id, options);
  return Object.assign(load, native, { resolve: Object.assign(resolve, native.resolve) });
}

type NativeImport = (specifier: string) => Promise<Record<string, unknown>>;

function nativeImport(file: string): NativeImport {
  return vm.runInThisContext("(specifier) => import(specifier)", {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as NativeImport;
}

/** Node's `import()` for a file. Packages that are not installed there are those that the kernel brings. */
export function importFor(file: string): NativeImport {
  const fromFile = nativeImport(file);
  const fromOwn = nativeImport(OWN_FILE);
  return (specifier) => (isBroughtTo(file, specifier) ? fromOwn(specifier) : fromFile(specifier));
}
