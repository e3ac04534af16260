import ts from "typescript";
import { internals, type InternalSourceFile } from "./typescript";

type Builder = ts.BuilderProgram;

/**
 * tslab builds two programs per cell: a first one only to learn which names the cell declares, then the real one with
 * `export {names}` at the end. Names need no types: here the first program is the one of the cell before, in which only
 * the cell's text is exchanged. That halves the time of a cell.
 */
export class NamesPass {
  private cell: ts.SourceFile | undefined;
  private readonly behind = new WeakMap<Builder, Builder>();

  constructor(private readonly cellFile: string) {}

  /** The next program is the one for names, if the text declares any (else tslab builds one program only). */
  expect(text: string, options: ts.CompilerOptions = {}): void {
    const cell = ts.createSourceFile(this.cellFile, text, ts.ScriptTarget.Latest, true);
    internals.bindSourceFile(cell, options);
    const { locals } = cell as InternalSourceFile;
    this.cell = locals && locals.size > 0 ? cell : undefined;
  }

  /** Wraps the function that creates programs. */
  wrap(create: ts.CreateProgram<Builder>): ts.CreateProgram<Builder> {
    return (roots, options, host, old, ...rest) => {
      const previous = old && (this.behind.get(old) ?? old);
      const { cell } = this;
      this.cell = undefined;
      if (!cell || !previous) return create(roots, options, host, previous, ...rest);
      const names = Object.create(previous, {
        getSourceFile: {
          value: (name: string) => (name.endsWith(`/${this.cellFile}`) ? cell : previous.getSourceFile(name)),
        },
      }) as Builder;
      this.behind.set(names, previous);
      return names;
    };
  }
}
