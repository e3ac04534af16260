import path from "node:path";
import vm from "node:vm";
import type ts from "typescript";
import { Interrupted, type Cell, type CellContext } from "./cell";
import type { Compilation, Compiled, Compiler } from "./compile";
import { balanceHeapFor } from "./heap";
import type { ModuleLoader } from "./modules";
import { functionsThatUse, reachedDeclarations } from "./reached";
import { SUPPORT } from "./rewrite";
import { nodeTimers, runTerminably } from "./timers";

export type Outcome =
  | { kind: "value"; value: unknown }
  | { kind: "diagnostics"; diagnostics: readonly ts.Diagnostic[] }
  | { kind: "thrown"; error: unknown };

/** What compiled cells call: see `rewriteCell`. */
export interface CellSupport {
  define(variables: object, name: string, attributes: PropertyDescriptor): void;
  mark(): Cell;
  resume<T>(cell: Cell, value: T): T;
  each<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>;
  load(specifier: string): Promise<unknown>;
}

type CellFunction = (exports: object, require: NodeJS.Require, support: CellSupport) => unknown;

const CHANGEABLE = { writable: true, enumerable: true, configurable: true };

/** Defines an imported name, whose value its module may change; a later cell may declare it anew. */
function define(variables: object, name: string, attributes: PropertyDescriptor): void {
  if (!attributes.get) return; // "__esModule"
  Object.defineProperty(variables, name, {
    get: attributes.get.bind(attributes),
    set(value: unknown) {
      Object.defineProperty(variables, name, { value, ...CHANGEABLE });
    },
    enumerable: true,
    configurable: true,
  });
}

/** Calls at once; what is thrown becomes a rejection. */
async function settle(call: () => unknown): Promise<unknown> {
  return await call();
}

/** Compiles and runs cells; keeps their variables and types. */
export class CellRunner {
  /** Variables of all cells so far. */
  readonly variables: Record<string, unknown> = {};
  private declarations = "";
  private readonly compiledCells = new Map<string, Compiled>();
  private readonly support: CellSupport;

  constructor(
    private readonly folder: string,
    private readonly compiler: Compiler,
    private readonly modules: ModuleLoader,
    private readonly context: CellContext,
  ) {
    this.support = this.createSupport();
  }

  /** Types of everything declared so far. */
  get declared(): string {
    return this.declarations;
  }

  /** The compiled text behind a file name of a stack trace. */
  compiled(file: string): Compiled | undefined {
    return this.compiledCells.get(file) ?? this.modules.compiled(file);
  }

  /** The file name that stack traces give for a cell. */
  private fileOf(cell: Cell, kind: "cell" | "expression"): string {
    return path.join(this.folder, `${kind}-${cell.number}.ts`);
  }

  async run(cell: Cell, source: string, kind: "cell" | "expression" = "cell"): Promise<Outcome> {
    let keepReached = (): void => undefined;
    try {
      const compilation = this.compiler.compile(this.declarations, source);
      if (!compilation.ok) return { kind: "diagnostics", diagnostics: compilation.diagnostics };
      this.modules.update(compilation.modules);
      await Promise.race([this.modules.preload(source), cell.interruption]);
      const onStart = (): void => {
        keepReached = this.keeperOf(source, compilation);
      };
      await Promise.race([
        this.evaluate(cell, this.fileOf(cell, kind), compilation, onStart),
        cell.interruption,
      ]);
      this.declarations = compilation.declarations;
      keepReached = () => undefined;
      const value = await Promise.race([this.takeLastValue(compilation.lastValueName), cell.interruption]);
      return { kind: "value", value };
    } catch (error) {
      const thrown = this.context.isInterrupted(cell) ? new Interrupted() : error;
      this.context.end();
      try {
        keepReached();
      } catch {
        // The compiler could not even compile a part of the cell: nothing of it is kept.
      }
      return { kind: "thrown", error: thrown };
    } finally {
      balanceHeapFor("kernel");
      this.context.end();
    }
  }

  /**
   * For a cell that is about to run: a function that, should it fail, keeps what it has declared until then. Names that it did not come
   * to are as before.
   */
  private keeperOf(
    source: string,
    { names, declarations, lastValueName }: Compilation & { ok: true },
  ): () => void {
    const before = new Map(
      names.map((name) => [name, Object.getOwnPropertyDescriptor(this.variables, name)]),
    );
    const isReached = (name: string): boolean => {
      const [old, now] = [before.get(name), Object.getOwnPropertyDescriptor(this.variables, name)];
      return now !== undefined && (old === undefined || old.value !== now.value || old.get !== now.get);
    };
    return () => {
      this.takeLastValue(lastValueName);
      const unreached = new Set(names.filter((name) => !isReached(name)));
      const left = functionsThatUse(unreached, source);
      for (const name of left) {
        unreached.add(name);
        Object.defineProperty(this.variables, name, before.get(name) ?? { value: undefined, ...CHANGEABLE });
      }
      this.declarations = reachedDeclarations(this.declarations, declarations, unreached);
    };
  }

  private takeLastValue(name: string | undefined): unknown {
    if (name === undefined) return undefined;
    const value = this.variables[name];
    // Deleting it would cost the object V8's fast form.
    this.variables[name] = undefined;
    // A function without a name took that of the variable.
    if (typeof value === "function" && value.name === name)
      Object.defineProperty(value, "name", { value: "" });
    return value;
  }

  /**
   * Runs the compiled cell from a timer: when its JavaScript is terminated from outside, all frames beneath it are
   * lost, and none of the kernel's may be among them.
   */
  private evaluate(
    cell: Cell,
    file: string,
    compilation: Compilation & { ok: true },
    onStart: () => void,
  ): Promise<unknown> {
    this.compiledCells.set(file, compilation.cell);
    const head = compilation.isAsync ? "async function" : "function";
    const text = `(${head} (exports, require, ${SUPPORT}) {\n${compilation.cell.code}\n})`;
    const call = vm.runInThisContext(text, { filename: file, lineOffset: -1 }) as CellFunction;
    return new Promise((resolve) => {
      const start = (): void => {
        if (cell.interrupted) return;
        onStart();
        balanceHeapFor("cell");
        this.context.run(compilation.isAsync ? "awaiting" : "computing");
        resolve(settle(() => call(this.variables, this.modules.require, this.support)));
        this.context.run("awaiting");
      };
      nodeTimers.setTimeout(() => {
        void runTerminably(start);
      }, 0);
    });
  }

  private createSupport(): CellSupport {
    const { context, modules } = this;
    const mark = (): Cell => {
      const cell = context.current;
      if (cell.interrupted) throw new Interrupted();
      return cell;
    };
    const resume = <T>(cell: Cell, value: T): T => {
      context.enter(cell);
      if (cell.interrupted) throw new Interrupted();
      return value;
    };
    async function* each<T>(source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
      const cell = mark();
      for await (const value of source) yield resume(cell, value);
    }
    return { define, mark, resume, each, load: (specifier) => modules.load(specifier) };
  }
}
