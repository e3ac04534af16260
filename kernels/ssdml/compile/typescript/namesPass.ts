import ts from "typescript";
import { internals, type InternalSourceFile } from "./internals";

type Builder = ts.BuilderProgram;

/** The symbol name of `declare global`. */
const GLOBAL = "__global";

/**
 * tslab builds two programs per cell: a first one only to learn which names the cell declares, then the real one with
 * `export {names}` at the end. Names need no types, so here the first program is that of the previous cell with the cell's text
 * exchanged. This halves the compile time of a cell.
 */
export class NamesPass {
  private cell: ts.SourceFile | undefined;
  /** The names that the expected text declares. */
  declared: ReadonlyMap<string, ts.Symbol> = new Map();
  private readonly realPrograms = new WeakMap<Builder, Builder>();

  constructor(private readonly cellFile: string) {}

  /** The next program with this text is the one for names, if the text declares any; otherwise tslab builds only one program. */
  expect(text: string, options: ts.CompilerOptions = {}): void {
    const cell = ts.createSourceFile(this.cellFile, text, ts.ScriptTarget.Latest, true);
    internals.bindSourceFile(cell, options);
    const { locals = new Map<string, ts.Symbol>() } = cell as InternalSourceFile;
    // tslab uses the keys as names; TypeScript adds a third underscore to those that begin with two.
    const byName = [...locals].map(([key, symbol]) => [key.replace(/^___/, "__"), symbol] as const);
    this.declared = new Map(byName.filter(([, { name }]) => name !== GLOBAL));
    this.cell = this.declared.size > 0 ? Object.assign(cell, { locals: this.declared }) : undefined;
  }

  /** Wraps the function that creates programs. */
  wrap(create: ts.CreateProgram<Builder>): ts.CreateProgram<Builder> {
    return (roots, options, host, old, ...rest) => {
      const previous = old && (this.realPrograms.get(old) ?? old);
      const { cell } = this;
      this.cell = undefined;
      // If the text has not changed, TypeScript keeps its program, and this is already the real one.
      const isForNames = cell && host?.readFile(this.pathIn(roots)) === cell.text;
      if (!isForNames || !previous) return create(roots, options, host, previous, ...rest);
      const names = Object.create(previous, {
        getSourceFile: {
          value: (name: string) => (this.isCell(name) ? cell : previous.getSourceFile(name)),
        },
        // The previous program may be up to date for the next text; TypeScript must not keep this one instead.
        getProgramOrUndefined: { value: () => undefined },
      }) as Builder;
      this.realPrograms.set(names, previous);
      return names;
    };
  }

  private isCell(name: string): boolean {
    return name.endsWith(`/${this.cellFile}`);
  }

  private pathIn(roots: readonly string[] = []): string {
    return roots.find((name) => this.isCell(name)) ?? this.cellFile;
  }
}
