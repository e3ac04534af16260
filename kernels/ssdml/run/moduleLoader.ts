import { statSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import ts from "typescript";
import type { LocalModule } from "../compile/localModules";
import { LocalSources } from "./localSources";
import { OWN_NAME, ownPackage, type OwnPackage } from "../compile/typescript/ownPackage";
import { COMPILED, type Compiled } from "../compile/typescript/sourceMaps";
import type { AwaitSupport } from "./awaitGuards";
import { adopt, forCells } from "../realm/promises";
import { SUPPORT } from "../compile/transform/runtimeCalls";

type Exports = Record<string, unknown>;

/** Errors of `require` that mean: this package wants `import`. */
const NEEDS_IMPORT = new Set([
  "ERR_REQUIRE_ESM",
  "ERR_REQUIRE_ASYNC_MODULE",
  "ERR_PACKAGE_PATH_NOT_EXPORTED",
]);

/** What `import.meta` says of a file. */
function metaOf(file: string, require: NodeJS.Require): object {
  return {
    url: pathToFileURL(file).href,
    filename: file,
    dirname: path.dirname(file),
    resolve: (id: string) => (Module.isBuiltin(id) ? id : pathToFileURL(require.resolve(id)).href),
  };
}

/** What compiled modules, and cells, call. */
export interface ModuleSupport extends AwaitSupport {
  /** In place of `import()`. */
  load(specifier: string): Promise<unknown>;
  /** In place of `import.meta`. */
  readonly meta: object;
}

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
  support: ModuleSupport,
) => unknown;

type RunModule = (code: () => unknown) => Promise<unknown>;

interface Preloading {
  run: RunModule;
  visited: Set<string>;
}

function getOrAdd(map: Map<string, Set<string>>, key: string): Set<string> {
  const known = map.get(key) ?? new Set();
  map.set(key, known);
  return known;
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** What cells import: packages (CommonJS and ESM) from the notebook's folder, and local TypeScript modules. */
export class ModuleLoader {
  /** The file that cells have for themselves and for Node; there is none. */
  readonly filename: string;
  readonly require: NodeJS.Require;
  readonly support: ModuleSupport;
  private readonly packages: NodeJS.Require;
  private readonly esm = new Map<string, Exports>();
  private readonly sources = new LocalSources();
  private readonly loaded = new Map<string, NodeJS.Module>();
  /** Those that run now, or were terminated while they ran. */
  private readonly loading = new Set<string>();
  /** Which local modules import a local file. */
  private readonly importers = new Map<string, Set<string>>();
  /** When the other local files that were required (JSON, CommonJS) were written. */
  private readonly written = new Map<string, number>();
  private readonly own: OwnPackage | undefined;
  private readonly nativeImport: (specifier: string) => Promise<Exports>;

  constructor(
    private readonly folder: string,
    private readonly awaits: AwaitSupport,
    private readonly protect: <T>(work: () => T) => T,
  ) {
    this.own = ownPackage(folder);
    this.filename = path.join(folder, "notebook.ts");
    this.packages = createRequire(this.filename);
    this.require = this.requireFrom(folder, this.packages);
    this.support = this.supportOf(this.filename, this.require);
    this.nativeImport = vm.runInThisContext("(specifier) => import(specifier)", {
      filename: this.filename,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }) as (specifier: string) => Promise<Exports>;
  }

  /** A local module by the name that it has in stacks. */
  compiled(name: string): Compiled | undefined {
    return this.sources.compiled(name);
  }

  /** Takes local modules that were compiled anew; those that were edited start afresh, and those that import them. */
  update(modules: readonly LocalModule[]): void {
    for (const file of [...this.loading, ...this.sources.take(modules)]) this.forget(file);
    this.loading.clear();
    for (const [file, written] of this.written) if (writtenAt(file) !== written) this.forget(file);
  }

  private forget(file: string): void {
    this.loaded.delete(file);
    const importers = this.importers.get(file) ?? [];
    this.importers.delete(file);
    for (const importer of importers) this.forget(importer);
  }

  /**
   * Loads what `require` cannot: the ESM packages that a cell and its local modules import, and modules that await at their top.
   * @param run - Runs the code of such a module.
   */
  async preload(source: string, run: RunModule): Promise<void> {
    const imports = ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
    await this.preloadAll(imports, this.folder, this.packages, { run, visited: new Set() });
  }

  private async preloadAll(
    imports: string[],
    folder: string,
    packages: NodeJS.Require,
    preloading: Preloading,
  ): Promise<void> {
    for (const id of imports) {
      const local = this.sources.find(folder, id);
      if (local) await this.preloadLocal(local, preloading);
      else if (!id.startsWith(".")) await this.preloadPackage(id, packages);
    }
  }

  private async preloadPackage(id: string, packages: NodeJS.Require): Promise<void> {
    if (this.esm.has(id) || Module.isBuiltin(id)) return;
    try {
      // Terminated halfway, the package would stay half-loaded in Node's cache.
      this.protect(() => packages(id) as unknown);
    } catch (error) {
      if (!NEEDS_IMPORT.has(errorCode(error) ?? "")) return;
      const namespace = await adopt(this.nativeImport(id));
      this.esm.set(id, { ...namespace, __esModule: true });
    }
  }

  private async preloadLocal(file: string, preloading: Preloading): Promise<void> {
    const { run, visited } = preloading;
    if (this.loaded.has(file) || visited.has(file)) return;
    visited.add(file);
    const { imports, awaits } = this.sources.get(file);
    const preloadImports = (): Promise<void> =>
      this.preloadAll(imports, path.dirname(file), createRequire(file), preloading);
    if (!awaits) return preloadImports();
    const created = new Module(file);
    // It is there from the start: others may import it in a circle.
    this.loaded.set(file, created);
    this.loading.add(file);
    try {
      await preloadImports();
      await run(() => this.runModule(created, "async function"));
    } catch (error) {
      this.loaded.delete(file);
      throw error;
    } finally {
      this.loading.delete(file);
    }
  }

  /** What `import(specifier)` in a file gives. */
  private async load(specifier: string, folder: string, require: NodeJS.Require): Promise<unknown> {
    if (specifier === OWN_NAME) return require(specifier) as unknown;
    const local = this.sources.find(folder, specifier);
    if (local) {
      await this.preloadLocal(local, { run: async (code) => await adopt(code()), visited: new Set() });
      return require(specifier) as unknown;
    }
    const isPath = specifier.startsWith(".");
    if (isPath && specifier.endsWith(".json")) return { default: require(specifier) as unknown };
    return adopt(this.nativeImport(isPath ? pathToFileURL(path.resolve(folder, specifier)).href : specifier));
  }

  private forgetIfWritten(file: string, cache: NodeJS.Dict<NodeJS.Module>): void {
    const written = writtenAt(file);
    if (this.written.get(file) !== written) Reflect.deleteProperty(cache, file);
    this.written.set(file, written);
  }

  private loadLocal(file: string): unknown {
    const known = this.loaded.get(file);
    if (known) return known.exports;
    const created = new Module(file);
    this.loaded.set(file, created);
    this.loading.add(file);
    try {
      this.runModule(created, "function");
    } catch (error) {
      this.loaded.delete(file);
      throw error;
    } finally {
      this.loading.delete(file);
    }
    return created.exports;
  }

  private runModule(module: NodeJS.Module, head: "function" | "async function"): unknown {
    const { id: file } = module;
    const folder = path.dirname(file);
    const require = this.requireFrom(folder, createRequire(file), file);
    Object.assign(module, { filename: file, require });
    const parameters = `exports, require, module, __filename, __dirname, ${SUPPORT}`;
    const code = this.sources.get(file).compiled.code.replace(/^#!/, "//");
    const text = `(${head} (${parameters}) {\n${code}\n})`;
    const run = vm.runInThisContext(text, { filename: COMPILED + file, lineOffset: -1 }) as ModuleFunction;
    return run(module.exports, require, module, file, folder, this.supportOf(file, require));
  }

  private supportOf(file: string, require: NodeJS.Require): ModuleSupport {
    const folder = path.dirname(file);
    return {
      ...this.awaits,
      load: (specifier) => forCells(this.load(specifier, folder, require)),
      meta: metaOf(file, require),
    };
  }

  /** @param importer - The local module that requires; none for cells. */
  private requireFrom(folder: string, fallback: NodeJS.Require, importer?: string): NodeJS.Require {
    const load = (id: string): unknown => {
      const local = this.sources.find(folder, id);
      if (local) {
        if (importer !== undefined) getOrAdd(this.importers, local).add(importer);
        return this.loadLocal(local);
      }
      if (id.startsWith(".")) {
        const file = fallback.resolve(id);
        if (importer !== undefined) getOrAdd(this.importers, file).add(importer);
        this.forgetIfWritten(file, fallback.cache);
      }
      if (id === OWN_NAME && this.own) return fallback(this.own.main) as unknown;
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
