import { statSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import ts from "typescript";
import type { Compiled } from "./compile";
import { OWN_NAME, ownPackage, type OwnPackage } from "./own-package";

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

/** `import()` in cells uses a part of Node that is not final yet; that is nothing for the reader of a notebook. */
function silenceLoaderWarning(): void {
  const emitWarning = process.emitWarning.bind(process) as (...words: unknown[]) => void;
  process.emitWarning = (...words: unknown[]) => {
    if (!String(words[0]).includes("USE_MAIN_CONTEXT_DEFAULT_LOADER")) emitWarning(...words);
  };
}

/** What cells import: packages (CommonJS and ESM) from the notebook's folder, and local TypeScript modules. */
export class ModuleLoader {
  readonly require: NodeJS.Require;
  private readonly packages: NodeJS.Require;
  private readonly esm = new Map<string, Exports>();
  private readonly sources = new Map<string, Compiled>();
  private readonly loaded = new Map<string, LoadedModule>();
  /** Which local modules import a local file. */
  private readonly importers = new Map<string, Set<string>>();
  /** When the other local files that were required (JSON, CommonJS) were written. */
  private readonly written = new Map<string, number>();
  private readonly own: OwnPackage | undefined;
  private readonly nativeImport: (specifier: string) => Promise<Exports>;

  constructor(private readonly folder: string) {
    silenceLoaderWarning();
    this.own = ownPackage(folder);
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

  /** Takes local modules that were compiled anew; those that were edited start afresh, and those that import them. */
  update(modules: readonly { file: string; compiled: Compiled }[]): void {
    for (const { file, compiled } of modules) {
      const isEdited = this.sources.get(file)?.code !== compiled.code;
      this.sources.set(file, compiled);
      if (isEdited) this.forget(file);
    }
    for (const [file, written] of this.written) if (writtenAt(file) !== written) this.forget(file);
  }

  private forget(file: string): void {
    this.loaded.delete(file);
    const importers = this.importers.get(file) ?? [];
    this.importers.delete(file);
    for (const importer of importers) this.forget(importer);
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
    if (specifier === OWN_NAME) return this.require(specifier) as unknown;
    const local = this.findLocal(this.folder, specifier);
    if (local) return this.loadLocal(local);
    const isPath = specifier.startsWith(".");
    if (isPath && specifier.endsWith(".json")) return { default: this.require(specifier) as unknown };
    return this.nativeImport(isPath ? pathToFileURL(path.resolve(this.folder, specifier)).href : specifier);
  }

  private findLocal(folder: string, id: string): string | undefined {
    if (!id.startsWith(".")) return undefined;
    const base = path.resolve(folder, id);
    const candidates = [base, `${base}.js`, base.replace(/\.[cm]?tsx?$/, ".js"), path.join(base, "index.js")];
    return candidates.find((file) => this.sources.has(file));
  }

  private forgetIfWritten(file: string, cache: NodeJS.Dict<NodeJS.Module>): void {
    const written = writtenAt(file);
    if (this.written.get(file) !== written) Reflect.deleteProperty(cache, file);
    this.written.set(file, written);
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
      created.require = this.requireFrom(path.dirname(file), createRequire(file), file);
      created._compile(this.sources.get(file)!.code, file);
    } catch (error) {
      this.loaded.delete(file);
      throw error;
    }
    return created.exports;
  }

  /** @param importer - The local module that requires; none for cells. */
  private requireFrom(folder: string, fallback: NodeJS.Require, importer?: string): NodeJS.Require {
    const load = (id: string): unknown => {
      const local = this.findLocal(folder, id);
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
