import { existsSync } from "node:fs";
import path from "node:path";
import type { LocalModule } from "../compile/localModules";
import { COMPILED, type Compiled } from "../compile/typescript/sourceMaps";

/** The endings that TypeScript tries: those for a name without, then those for the ending of what it compiles to. */
const ENDINGS = [".ts", ".tsx", ".js", ".jsx", "/index.ts", "/index.tsx", "/index.js", "/index.jsx"];
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

/** The local modules that were compiled so far, found as TypeScript finds them. */
export class LocalSources {
  private readonly modules = new Map<string, LocalModule>();

  get(file: string): LocalModule {
    return this.modules.get(file)!;
  }

  /** The file that an import in a folder means; none for packages and for what Node reads by itself. */
  find(folder: string, id: string): string | undefined {
    if (!id.startsWith(".")) return undefined;
    return candidates(path.resolve(folder, id)).find((file) => this.modules.has(file) && existsSync(file));
  }

  /** A module by the name that it has in stacks. */
  compiled(name: string): Compiled | undefined {
    return name.startsWith(COMPILED) ? this.modules.get(name.slice(COMPILED.length))?.compiled : undefined;
  }

  /** Takes modules that were compiled anew; gives the files that are not what they were. */
  take(modules: readonly LocalModule[]): string[] {
    const edited = modules.filter(
      ({ file, compiled }) => this.modules.get(file)?.compiled.code !== compiled.code,
    );
    for (const module of modules) this.modules.set(module.file, module);
    return edited.map(({ file }) => file);
  }
}
