import { statSync } from "node:fs";
import path from "node:path";
import type { ConvertResult, Converter } from "tslab/dist/converter";
import ts from "typescript";
import { cellOptions } from "./typescript/cellOptions";
import { createCellProgram } from "./typescript/cellProgram";
import { guardAwaits } from "./transform/guardAwaits";
import { LocalModules, type LocalModule } from "./localModules";
import { completionsAt, type Completions } from "./language/completion";
import { MissingModules } from "./typescript/missingModules";
import { NamesPass } from "./typescript/namesPass";
import {
  globalNames,
  keptAugmentations,
  keptNamespaces,
  nestedVariables,
  shortenLiterals,
  typedAsAny,
} from "./declarations";
import { awaitsAtTopLevel, blankExports, rewriteCell } from "./transform/rewriteCell";
import { sourceOf, takeInlineMap, type Compiled, type EncodedMap } from "./typescript/sourceMaps";
import { CELL_FILE, isCell, type InternalSourceFile } from "./typescript/internals";
import { NO_NAMES, type Names } from "./transform/variableNames";
import { loadTslabConverter, type CompilerHooks } from "./tslabConverter";
import { valueBehindUsing } from "./transform/valueAfterUsing";
import { shareVariables } from "./transform/shareVariables";

export type Compilation =
  | { ok: false; diagnostics: readonly ts.Diagnostic[] }
  | {
      ok: true;
      cell: Compiled;
      /** Types of everything declared so far, for the cells that follow. */
      declarations: string;
      isAsync: boolean;
      lastValueName: string | undefined;
      names: Names;
      /** What the cell says to be there for all, by `declare global`. */
      globals: string[];
      /** Local modules that were compiled because they are new or were edited. */
      modules: LocalModule[];
    };

/** "The inferred type cannot be named": such a declaration becomes `any` instead of an error. */
const UNNAMEABLE = new Set([2527, 2742, 2883, 7056]);
const isUnnameable = (code: number): boolean => UNNAMEABLE.has(code) || (code >= 4000 && code < 4200);
const MOST_UNNAMEABLE = 20;
/** Where a cell's text begins in the file that TypeScript sees: behind a first line `export {};`. */
export const CELL_PREFIX = "export {};\n";

const MAPS_MARK = /\n\/\/# ssdml-maps=(\d+)\s*$/;

interface WatchedFile {
  modified: number;
  changed: ts.FileWatcherCallback;
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Compiles cells with tslab's converter on mainline TypeScript, strict, with ESM packages and source maps. */
export class Compiler {
  private readonly maps = new Map<number, EncodedMap[]>();
  private transpiled = 0;
  private names: Names = NO_NAMES;
  private nested = "";
  private globals: string[] = [];
  private modules: LocalModule[] = [];
  private readonly localModules = new LocalModules();
  private readonly watched = new Map<string, WatchedFile>();
  private diagnostics: readonly ts.Diagnostic[] = [];
  private converter: Converter;
  private readonly namesPass = new NamesPass(CELL_FILE);
  private readonly missing = new MissingModules();

  /** @param globalTypes - Declarations of what every cell may use. */
  constructor(
    private readonly globalTypes: readonly string[] = [path.join(__dirname, "..", "cellGlobals.d.ts")],
  ) {
    this.converter = this.createConverter();
  }

  compile(declarations: string, source: string): Compilation {
    return this.whole(() => {
      if (this.missing.someCame()) this.renew();
      const compilation = this.tryCompile(declarations, source);
      if (!compilation.ok) this.missing.noteFrom(compilation.diagnostics);
      return compilation;
    });
  }

  complete(declarations: string, source: string, position: number): Completions {
    return this.whole(() =>
      completionsAt(position, source, CELL_PREFIX.length, (text) => {
        this.prepareQuestion(text);
        const { original } = this.converter.complete(declarations, text, position);
        return original as ts.CompletionInfo | undefined;
      }),
    );
  }

  inspect(
    declarations: string,
    source: string,
    position: number,
  ): ReturnType<Converter["inspect"]> | undefined {
    return this.whole(() => {
      this.prepareQuestion(source);
      return this.converter.inspect(declarations, source, position);
    });
  }

  private prepareQuestion(source: string): void {
    if (this.missing.someCame()) this.renew();
    this.missing.noteIn(source);
    this.noticeEdits();
  }

  /** A converter in which the compiler broke down would refuse everything that follows. */
  private whole<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.renew();
      throw error instanceof RangeError ? tooDeep(error) : error;
    }
  }

  private renew(): void {
    try {
      this.converter.close();
    } catch {
      // It broke down.
    }
    this.watched.clear();
    this.missing.clear();
    this.converter = this.createConverter();
  }

  private tryCompile(declarations: string, source: string): Compilation {
    this.noticeEdits();
    this.maps.clear();
    const mistakes = syntaxErrors(source);
    if (mistakes.length > 0) return { ok: false, diagnostics: mistakes };
    let text = blankExports(source);
    let result = this.convert(declarations, text);
    for (let attempt = 0; attempt < MOST_UNNAMEABLE; attempt++) {
      const unnameable = result.diagnostics.find((d) => isUnnameable(d.code) && d.fileName === undefined);
      const typed = unnameable && typedAsAny(text, unnameable.start.offset);
      if (typed === undefined) break;
      text = typed;
      result = this.convert(declarations, text);
    }
    return this.toCompilation(declarations, result, text);
  }

  private convert(declarations: string, text: string): ConvertResult {
    this.namesPass.expect(CELL_PREFIX + text);
    return this.converter.convert(declarations, text);
  }

  private toCompilation(before: string, result: ConvertResult, text: string): Compilation {
    if (result.diagnostics.length > 0) return { ok: false, diagnostics: this.diagnostics };
    return {
      ok: true,
      cell: this.withMaps(result.output ?? ""),
      declarations: this.declarationsAfter(before, result.declOutput ?? ""),
      isAsync: awaitsAtTopLevel(text),
      lastValueName: result.lastExpressionVar,
      names: this.names,
      globals: this.globals,
      modules: this.modules,
    };
  }

  private declarationsAfter(before: string, declared: string): string {
    const isKept = (name: string): boolean => !this.namesPass.declared.has(name);
    return shortenLiterals(
      declared + this.nested + keptNamespaces(before, isKept) + keptAugmentations(before, declared),
    );
  }

  private withMaps(text: string): Compiled {
    const mark = MAPS_MARK.exec(text);
    if (!mark) return { code: text, maps: [] };
    return { code: text.slice(0, mark.index), maps: this.maps.get(Number(mark[1])) ?? [] };
  }

  private noticeEdits(): void {
    for (const [file, watched] of this.watched) {
      const modified = modifiedAt(file);
      if (modified === watched.modified) continue;
      watched.modified = modified;
      watched.changed(
        file,
        modified === 0 ? ts.FileWatcherEventKind.Deleted : ts.FileWatcherEventKind.Changed,
      );
    }
  }

  private createConverter(): Converter {
    const hooks: CompilerHooks = {
      createWatchCompilerHost: this.createHost as typeof ts.createWatchCompilerHost,
      transpileModule: (input, options) => this.transpile(input, options),
      onDiagnostics: (diagnostics) => {
        this.diagnostics = diagnostics;
      },
      watchFile: (file, changed) => {
        if (!file.includes("/node_modules/")) {
          this.watched.set(file, { modified: modifiedAt(file), changed });
        }
        return { close: () => this.watched.delete(file) };
      },
    };
    return loadTslabConverter(hooks)();
  }

  private readonly createHost = (
    roots: string[],
    options: ts.CompilerOptions,
    ...rest: [ts.System, undefined, ts.DiagnosticReporter, ts.WatchStatusReporter]
  ): object => {
    const host = ts.createWatchCompilerHost(
      [...roots, ...this.globalTypes],
      cellOptions(options, ts.sys.getCurrentDirectory()),
      ...rest,
    );
    // Doc comments take a third of the parser's time; see `addDocComments`.
    host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
    host.createProgram = this.namesPass.wrap(createCellProgram);
    let created: ((program: ts.BuilderProgram) => void) | undefined;
    return Object.defineProperty(host, "afterProgramCreate", {
      set: (listener: typeof created) => {
        created = listener;
      },
      get: () => (program: ts.BuilderProgram) => {
        addRewriting(program, (cell) => {
          this.nested = nestedVariables(cell, program.getProgram().getTypeChecker());
          this.globals = globalNames(cell);
          this.modules = this.localModules.compile(program.getProgram(), cell);
        });
        created?.(program);
      },
    });
  };

  private transpile(input: string, options: ts.TranspileOptions): ts.TranspileOutput {
    const typescript = takeInlineMap(input);
    const isOfCell = typescript.map !== undefined && sourceOf(typescript.map) === CELL_FILE;
    const result = ts.transpileModule(typescript.text, {
      ...options,
      compilerOptions: { ...options.compilerOptions, inlineSourceMap: true },
      ...(isOfCell && { transformers: shareVariables((names) => (this.names = names)) }),
    });
    const commonjs = takeInlineMap(result.outputText);
    const maps = [commonjs.map, typescript.map].filter((map) => map !== undefined);
    const index = this.transpiled++;
    this.maps.set(index, maps);
    return { ...result, outputText: `${commonjs.text}\n//# ssdml-maps=${index}\n` };
  }
}

/** What to say when the compiler's stack overflows. */
function tooDeep(error: RangeError): RangeError {
  const advice =
    "An expression in the cell is nested too deeply, as a sum of thousands of terms is: split it.";
  return new RangeError(`TypeScript cannot compile this cell. ${advice}`, { cause: error.message });
}

/** Where a text cannot even be parsed, all else would be said of what the parser made of it. */
function syntaxErrors(source: string): readonly ts.Diagnostic[] {
  const file = ts.createSourceFile(`/${CELL_FILE}`, CELL_PREFIX + source, ts.ScriptTarget.Latest, true);
  return (file as InternalSourceFile).parseDiagnostics;
}

/** Puts our transformers in front of tslab's. */
function addRewriting(program: ts.BuilderProgram, onCell: (cell: InternalSourceFile) => void): void {
  const emit = program.emit.bind(program);
  program.emit = (file, writeByTslab, token, declarationsOnly, transformers) => {
    // tslab names what is emitted by the way from the notebook's folder, TypeScript by that from the root of all folders.
    const write: ts.WriteFileCallback = (name, ...rest) =>
      writeByTslab?.(`outDir/${path.posix.basename(name)}`, ...rest);
    if (!file || !isCell(file) || !transformers?.after)
      return emit(file, write, token, declarationsOnly, transformers);
    onCell(file as InternalSourceFile);
    const rewrite = rewriteCell(program.getProgram().getTypeChecker());
    return emit(file, write, token, declarationsOnly, {
      ...transformers,
      after: [valueBehindUsing, rewrite, guardAwaits, ...transformers.after],
    });
  };
}
