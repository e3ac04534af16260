import path from "node:path";
import type { ConvertResult, Converter } from "tslab/dist/converter";
import ts from "typescript";
import {
  globalNames,
  keptAugmentations,
  keptNamespaces,
  nestedVariables,
  shortenLiterals,
  typedAsAny,
} from "./declarations";
import { completionsAt, type Completions } from "./language/completion";
import { LocalModules, type LocalModule } from "./localModules";
import { guardAwaits } from "./transform/guardAwaits";
import { rewriteCell } from "./transform/rewriteCell";
import { awaitsAtTopLevel, blankExports } from "./transform/sourceText";
import { valueAfterUsing } from "./transform/valueAfterUsing";
import type { Names } from "./transform/variableNames";
import { Transpiler } from "./transpiler";
import { loadTslabConverter, type CompilerHooks } from "./tslabConverter";
import { cellOptions } from "./typescript/cellOptions";
import { createCellProgram } from "./typescript/cellProgram";
import { CELL_FILE, CELL_PREFIX, isCell, type InternalSourceFile } from "./typescript/internals";
import { MissingModules } from "./typescript/missingModules";
import { NamesPass } from "./typescript/namesPass";
import type { Compiled } from "./typescript/sourceMaps";
import { WatchedFiles } from "./typescript/watchedFiles";

export type Compilation =
  | { ok: false; diagnostics: readonly ts.Diagnostic[] }
  | {
      ok: true;
      cell: Compiled;
      /** Types of everything declared so far, for later cells. */
      declarations: string;
      isAsync: boolean;
      lastValueName: string | undefined;
      names: Names;
      /** The variables and functions that the cell declares by `declare global`. */
      globals: string[];
      /** The local modules that are new or were edited. */
      modules: LocalModule[];
    };

/** "The inferred type cannot be named": such a declaration gets the type `any` instead of an error. */
const UNNAMEABLE = new Set([2527, 2742, 2883, 7056]);
const isUnnameable = (code: number): boolean => UNNAMEABLE.has(code) || (code >= 4000 && code < 4200);
const MAX_UNNAMEABLE = 20;

/** Compiles cells with tslab's converter on mainline TypeScript, strict, with ESM packages and source maps. */
export class Compiler {
  private readonly transpiler = new Transpiler();
  private nested = "";
  private globals: string[] = [];
  private modules: LocalModule[] = [];
  private readonly localModules = new LocalModules();
  private readonly watched = new WatchedFiles();
  private diagnostics: readonly ts.Diagnostic[] = [];
  private converter: Converter;
  private readonly namesPass = new NamesPass(CELL_FILE);
  private readonly missing = new MissingModules();

  /** @param globalTypes - Files that declare the globals of every cell. */
  constructor(
    private readonly globalTypes: readonly string[] = [path.join(__dirname, "..", "cellGlobals.d.ts")],
  ) {
    this.converter = this.createConverter();
  }

  compile(declarations: string, source: string): Compilation {
    return this.recovering(() => {
      if (this.missing.someAppeared()) this.renew();
      const compilation = this.tryCompile(declarations, source);
      if (!compilation.ok) this.missing.noteFrom(compilation.diagnostics);
      return compilation;
    });
  }

  complete(declarations: string, source: string, position: number): Completions {
    return this.recovering(() =>
      completionsAt(position, source, CELL_PREFIX.length, (text) => {
        this.prepareQuery(text);
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
    return this.recovering(() => {
      this.prepareQuery(source);
      return this.converter.inspect(declarations, source, position);
    });
  }

  private prepareQuery(source: string): void {
    if (this.missing.someAppeared()) this.renew();
    this.missing.noteIn(source);
    this.watched.check();
  }

  /** Replaces the converter after an internal error of the compiler: the old one would reject all later cells. */
  private recovering<T>(work: () => T): T {
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
      // An internal error left it unusable.
    }
    this.watched.clear();
    this.missing.clear();
    this.converter = this.createConverter();
  }

  private tryCompile(declarations: string, source: string): Compilation {
    this.watched.check();
    this.transpiler.clearMaps();
    const errors = syntaxErrors(source);
    if (errors.length > 0) return { ok: false, diagnostics: errors };
    let text = blankExports(source);
    let result = this.convert(declarations, text);
    for (let attempt = 0; attempt < MAX_UNNAMEABLE; attempt++) {
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
      cell: this.transpiler.withMaps(result.output ?? ""),
      declarations: this.declarationsAfter(before, result.declOutput ?? ""),
      isAsync: awaitsAtTopLevel(text),
      lastValueName: result.lastExpressionVar,
      names: this.transpiler.names,
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

  private createConverter(): Converter {
    const hooks: CompilerHooks = {
      createWatchCompilerHost: this.createHost as typeof ts.createWatchCompilerHost,
      transpileModule: (input, options) => this.transpiler.transpile(input, options),
      onDiagnostics: (diagnostics) => {
        this.diagnostics = diagnostics;
      },
      watchFile: this.watched.watch,
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
    // Parsing doc comments takes a third of the parser's time; see `addDocComments`.
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
}

/** The error when the compiler's stack overflows. */
function tooDeep(error: RangeError): RangeError {
  const advice = "An expression is nested too deeply, such as a sum of thousands of terms. Split it.";
  return new RangeError(`TypeScript cannot compile this cell. ${advice}`, { cause: error.message });
}

/** The syntax errors of a cell. If there are any, other diagnostics would only confuse. */
function syntaxErrors(source: string): readonly ts.Diagnostic[] {
  const file = ts.createSourceFile(`/${CELL_FILE}`, CELL_PREFIX + source, ts.ScriptTarget.Latest, true);
  return (file as InternalSourceFile).parseDiagnostics;
}

/** Puts our transformers before tslab's. */
function addRewriting(program: ts.BuilderProgram, onCell: (cell: InternalSourceFile) => void): void {
  const emit = program.emit.bind(program);
  program.emit = (file, writeByTslab, token, declarationsOnly, transformers) => {
    // tslab expects output paths relative to the notebook's folder; TypeScript gives them relative to the file system's root.
    const write: ts.WriteFileCallback = (name, ...rest) =>
      writeByTslab?.(`outDir/${path.posix.basename(name)}`, ...rest);
    if (!file || !isCell(file) || !transformers?.after)
      return emit(file, write, token, declarationsOnly, transformers);
    onCell(file as InternalSourceFile);
    const rewrite = rewriteCell(program.getProgram().getTypeChecker());
    return emit(file, write, token, declarationsOnly, {
      ...transformers,
      after: [valueAfterUsing, rewrite, guardAwaits, ...transformers.after],
    });
  };
}
