import Module, { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import ts from "typescript";
import type { Compiled } from "./compile";

type Exports = Record<string, unknown>;

/** Errors of `require` that mean: this package wants `import`. */
const NEEDS_IMPORT = new Set([
  "ERR_REQUIRE_ESM",
  "ERR_REQUIRE_ASYNC_MODULE",
  "ERR_PACKAGE_PATH_NOT_EXPORTED",
]);

interface LoadedModule extends NodeJS.Module {
  paths: string[];
  _compile(code: string, file: string): void;
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** What cells import: packages (CommonJS and ESM) from the notebook's folder, and local TypeScript modules. */
export class ModuleLoader {
  readonly require: NodeJS.Require;
  private readonly packages: NodeJS.Require;
  private readonly esm = new Map<string, Exports>();
  private readonly sources = new Map<string, Compiled>();
  private readonly loaded = new Map<string, LoadedModule>();
  private readonly nativeImport: (specifier: string) => Promise<Exports>;

  constructor(private readonly folder: string) {
    this.packages = createRequire(path.join(folder, "notebook.js"));
    this.require = this.requireFrom(folder, this.packages);
    this.nativeImport = vm.runInThisContext("(specifier) => import(specifier)", {
      filename: path.join(folder, "notebook.mjs"),
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }) as (specifier: string) => Promise<Exports>;
  }

  /** The maps of a local module, for stack traces. */
  compiled(file: string): Compiled | undefined {
    return this.sources.get(file);
  }

  /** Takes local modules that were compiled anew; all local modules start afresh, since any may import an edited one. */
  update(modules: readonly { file: string; compiled: Compiled }[]): void {
    for (const { file, compiled } of modules) this.sources.set(file, compiled);
    if (modules.length > 0) this.loaded.clear();
  }

  /** Loads the ESM packages that a source imports, so that `require` can serve them. */
  async preload(source: string): Promise<void> {
    for (const { fileName: id } of ts.preProcessFile(source, true, true).importedFiles) {
      if (this.esm.has(id) || id.startsWith(".") || Module.isBuiltin(id)) continue;
      try {
        this.packages(id);
      } catch (error) {
        if (!NEEDS_IMPORT.has(errorCode(error) ?? "")) continue;
        const namespace = await this.nativeImport(id);
        this.esm.set(id, { ...namespace, __esModule: true });
      }
    }
  }

  /** `import(specifier)` of a cell. */
  async load(specifier: string): Promise<unknown> {
    const local = this.findLocal(this.folder, specifier);
    if (local) return this.loadLocal(local);
    const isPath = specifier.startsWith(".");
    return this.nativeImport(isPath ? pathToFileURL(path.resolve(this.folder, specifier)).href : specifier);
  }

  private findLocal(folder: string, id: string): string | undefined {
    if (!id.startsWith(".")) return undefined;
    const base = path.resolve(folder, id);
    const candidates = [base, `${base}.js`, base.replace(/\.[cm]?tsx?$/, ".js"), path.join(base, "index.js")];
    return candidates.find((file) => this.sources.has(file));
  }

  private loadLocal(file: string): unknown {
    const known = this.loaded.get(file);
    if (known) return known.exports;
    const created = new Module(file) as unknown as LoadedModule;
    created.filename = file;
    created.paths = (Module as unknown as { _nodeModulePaths(folder: string): string[] })._nodeModulePaths(
      path.dirname(file),
    );
    this.loaded.set(file, created);
    try {
      created.require = this.requireFrom(path.dirname(file), createRequire(file));
      created._compile(this.sources.get(file)!.code, file);
    } catch (error) {
      this.loaded.delete(file);
      throw error;
    }
    return created.exports;
  }

  private requireFrom(folder: string, fallback: NodeJS.Require): NodeJS.Require {
    const load = (id: string): unknown => {
      const local = this.findLocal(folder, id);
      if (local) return this.loadLocal(local);
      return this.esm.get(id) ?? (fallback(id) as unknown);
    };
    return Object.assign(load, {
      resolve: fallback.resolve,
      cache: fallback.cache,
      main: fallback.main,
      extensions: Module["_extensions" as keyof typeof Module] as unknown as NodeJS.Require["extensions"],
    });
  }
}
