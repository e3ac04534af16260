import { statSync } from "node:fs";

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The local modules that were run, and when they must be run again: a module starts afresh when it or one of its imports was edited. */
export class LoadedModules {
  private readonly modules = new Map<string, NodeJS.Module>();
  /** Modules that run now, or were terminated while they ran. */
  private readonly running = new Set<string>();
  /** The local modules that import a local file. */
  private readonly importers = new Map<string, Set<string>>();
  /** Modification times of the other local files that were required (JSON, CommonJS). */
  private readonly modified = new Map<string, number>();

  get(file: string): NodeJS.Module | undefined {
    return this.modules.get(file);
  }

  /** Adds a module that starts to run. It is available from the start, because modules may import each other in a circle. */
  start(file: string, module: NodeJS.Module): void {
    this.modules.set(file, module);
    this.running.add(file);
  }

  /** The module has run. */
  end(file: string): void {
    this.running.delete(file);
  }

  /** Removes a module that failed. */
  remove(file: string): void {
    this.modules.delete(file);
  }

  addImporter(file: string, importer: string): void {
    const importers = this.importers.get(file) ?? new Set();
    this.importers.set(file, importers.add(importer));
  }

  /** Forgets the edited files, the modules that never finished, and everything that imports them. */
  forgetStale(edited: readonly string[]): void {
    for (const file of [...this.running, ...edited]) this.forget(file);
    this.running.clear();
    for (const [file, modified] of this.modified) if (modifiedAt(file) !== modified) this.forget(file);
  }

  /** Removes a file that Node loaded from Node's cache if it was edited. */
  forgetIfEdited(file: string, cache: NodeJS.Dict<NodeJS.Module>): void {
    const modified = modifiedAt(file);
    if (this.modified.get(file) !== modified) Reflect.deleteProperty(cache, file);
    this.modified.set(file, modified);
  }

  private forget(file: string): void {
    this.modules.delete(file);
    const importers = this.importers.get(file) ?? [];
    this.importers.delete(file);
    for (const importer of importers) this.forget(importer);
  }
}
