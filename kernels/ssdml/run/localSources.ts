import { existsSync } from "node:fs";
import path from "node:path";
import type { LocalModule } from "../compile/localModules";
import { COMPILED_PREFIX, type Compiled } from "../compile/typescript/sourceMaps";

/** The endings that TypeScript tries for a name without one. */
const ENDINGS = [".ts", ".tsx", ".js", ".jsx", "/index.ts", "/index.tsx", "/index.js", "/index.jsx"];
/** The endings of the sources that compile to a file with the given ending. */
const SOURCES: Record<string, string[]> = {
  ".js": [".ts", ".tsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

function candidates(base: string): string[] {
  const { dir, name, ext } = path.parse(base);
  const sources = (SOURCES[ext] ?? []).map((ending) => path.join(dir, name + ending));
  return [base, ...sources, ...ENDINGS.map((ending) => base + ending)];
}

/** The local modules compiled so far, resolved as TypeScript resolves them. */
export class LocalSources {
  private readonly modules = new Map<string, LocalModule>();

  get(file: string): LocalModule {
    return this.modules.get(file)!;
  }

  /** The file that an import in a folder refers to; none for packages and for files that Node reads by itself. */
  find(folder: string, id: string): string | undefined {
    if (!id.startsWith(".")) return undefined;
    return candidates(path.resolve(folder, id)).find((file) => this.modules.has(file) && existsSync(file));
  }

  /** Finds a module by its name in stack traces. */
  compiled(name: string): Compiled | undefined {
    return name.startsWith(COMPILED_PREFIX)
      ? this.modules.get(name.slice(COMPILED_PREFIX.length))?.compiled
      : undefined;
  }

  /** Stores recompiled modules and returns the files whose code has changed. */
  store(modules: readonly LocalModule[]): string[] {
    const edited = modules.filter(
      ({ file, compiled }) => this.modules.get(file)?.compiled.code !== compiled.code,
    );
    for (const module of modules) this.modules.set(module.file, module);
    return edited.map(({ file }) => file);
  }
}
