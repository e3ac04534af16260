import Module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import ts from "typescript";
import type { LocalModule } from "../compile/localModules";
import { LoadedModules } from "./loadedModules";
import { LocalSources } from "./localSources";
import { OWN_NAME } from "../compile/typescript/broughtPackages";
import { COMPILED_PREFIX, type Compiled } from "../compile/typescript/sourceMaps";
import type { AwaitGuards } from "./awaitGuards";
import { importFor, requireFor } from "./packages";
import { adopt, forCells } from "../realm/promises";
import { RUNTIME } from "../compile/transform/runtimeCalls";

type Exports = Record<string, unknown>;

/** Errors of `require` for packages that need `import`. */
const NEEDS_IMPORT = new Set([
  "ERR_REQUIRE_ESM",
  "ERR_REQUIRE_ASYNC_MODULE",
  "ERR_PACKAGE_PATH_NOT_EXPORTED",
]);

/** The value of `import.meta` in a file. */
function metaOf(file: string, require: NodeJS.Require): object {
  return {
    url: pathToFileURL(file).href,
    filename: file,
    dirname: path.dirname(file),
    resolve: (id: string) => (Module.isBuiltin(id) ? id : pathToFileURL(require.resolve(id)).href),
  };
}

/** The functions and values that compiled modules and cells use. */
export interface ModuleRuntime extends AwaitGuards {
  /** Replaces `import()`. */
  importModule(specifier: string): Promise<unknown>;
  /** Replaces `import.meta`. */
  readonly importMeta: object;
}

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
  runtime: ModuleRuntime,
) => unknown;

type RunModule = (code: () => unknown) => Promise<unknown>;

interface Preloading {
  run: RunModule;
  visited: Set<string>;
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** Loads what cells import: packages (CommonJS and ESM) from the notebook's folder, and local TypeScript modules. */
export class ModuleLoader {
  /** The file name that cells have for Node. The file does not exist. */
  readonly filename: string;
  readonly require: NodeJS.Require;
  readonly runtime: ModuleRuntime;
  private readonly packages: NodeJS.Require;
  private readonly esm = new Map<string, Exports>();
  private readonly sources = new LocalSources();
  private readonly loaded = new LoadedModules();
  private readonly nativeImport: (specifier: string) => Promise<Exports>;

  constructor(
    private readonly folder: string,
    private readonly awaits: AwaitGuards,
    private readonly protect: <T>(work: () => T) => T,
  ) {
    this.filename = path.join(folder, "notebook.ts");
    this.packages = requireFor(this.filename);
    this.require = this.requireFrom(folder, this.packages);
    this.runtime = this.runtimeOf(this.filename, this.require);
    this.nativeImport = importFor(this.filename);
  }

  /** Finds a local module by its name in stack traces. */
  compiled(name: string): Compiled | undefined {
    return this.sources.compiled(name);
  }

  /** Stores recompiled local modules. Those that were edited start afresh, and so do the modules that import them. */
  update(modules: readonly LocalModule[]): void {
    this.loaded.forgetStale(this.sources.store(modules));
  }

  /**
   * Loads what `require` cannot: the ESM packages that a cell and its local modules import, and modules with a top-level `await`.
   * @param run - Runs the code of a module with a top-level `await`.
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
      // If it were terminated halfway, the package would stay half-loaded in Node's cache.
      this.protect(() => packages(id) as unknown);
    } catch (error) {
      if (!NEEDS_IMPORT.has(errorCode(error) ?? "")) return;
      const namespace = await adopt(this.nativeImport(id));
      this.esm.set(id, { ...namespace, __esModule: true });
    }
  }

  private async preloadLocal(file: string, preloading: Preloading): Promise<void> {
    const { run, visited } = preloading;
    if (this.loaded.get(file) || visited.has(file)) return;
    visited.add(file);
    const { imports, awaits } = this.sources.get(file);
    const preloadImports = (): Promise<void> =>
      this.preloadAll(imports, path.dirname(file), requireFor(file), preloading);
    if (!awaits) return preloadImports();
    const created = new Module(file);
    this.loaded.start(file, created);
    try {
      await preloadImports();
      await run(() => this.runModule(created, "async function"));
    } catch (error) {
      this.loaded.remove(file);
      throw error;
    } finally {
      this.loaded.end(file);
    }
  }

  /** The result of `import(specifier)` in a file. */
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

  private loadLocal(file: string): unknown {
    const known = this.loaded.get(file);
    if (known) return known.exports;
    const created = new Module(file);
    this.loaded.start(file, created);
    try {
      this.runModule(created, "function");
    } catch (error) {
      this.loaded.remove(file);
      throw error;
    } finally {
      this.loaded.end(file);
    }
    return created.exports;
  }

  private runModule(module: NodeJS.Module, head: "function" | "async function"): unknown {
    const { id: file } = module;
    const folder = path.dirname(file);
    const require = this.requireFrom(folder, requireFor(file), file);
    Object.assign(module, { filename: file, require });
    const parameters = `exports, require, module, __filename, __dirname, ${RUNTIME}`;
    const code = this.sources.get(file).compiled.code.replace(/^#!/, "//");
    const text = `(${head} (${parameters}) {\n${code}\n})`;
    const run = vm.runInThisContext(text, {
      filename: COMPILED_PREFIX + file,
      lineOffset: -1,
    }) as ModuleFunction;
    return run(module.exports, require, module, file, folder, this.runtimeOf(file, require));
  }

  private runtimeOf(file: string, require: NodeJS.Require): ModuleRuntime {
    const folder = path.dirname(file);
    return {
      ...this.awaits,
      importModule: (specifier) => forCells(this.load(specifier, folder, require)),
      importMeta: metaOf(file, require),
    };
  }

  /** @param importer - The local module that calls `require`; none for cells. */
  private requireFrom(folder: string, fallback: NodeJS.Require, importer?: string): NodeJS.Require {
    const load = (id: string): unknown => {
      const local = this.sources.find(folder, id);
      if (local) {
        if (importer !== undefined) this.loaded.addImporter(local, importer);
        return this.loadLocal(local);
      }
      if (id.startsWith(".")) {
        const file = fallback.resolve(id);
        if (importer !== undefined) this.loaded.addImporter(file, importer);
        this.loaded.forgetIfEdited(file, fallback.cache);
      }
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
