import path from "node:path";
import vm from "node:vm";
import type ts from "typescript";
import { Interrupted, type Cell, type CellContext } from "./cell";
import type { Compilation, Compiled, Compiler } from "./compile";
import { balanceHeapFor } from "./heap";
import type { ModuleLoader } from "./modules";
import { declaredNames, markEmptied, namesOnTheWay, reachedParts } from "./reached";
import { SUPPORT } from "./rewrite";
import { nodeTimers, runTerminably } from "./timers";

export type Outcome =
  | { kind: "value"; value: unknown }
  | { kind: "diagnostics"; diagnostics: readonly ts.Diagnostic[] }
  | { kind: "thrown"; error: unknown };

/** What compiled cells call: see `rewriteCell`. */
export interface CellSupport {
  /** The value of a variable that the cell has not come to yet. */
  readonly unset: symbol;
  define(variables: object, name: string, attributes: PropertyDescriptor): void;
  mark(): Cell;
  resume<T>(cell: Cell, value: T): T;
  each<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>;
  load(specifier: string): Promise<unknown>;
}

type CellFunction = (exports: object, require: NodeJS.Require, support: CellSupport) => unknown;

const UNSET = Symbol("not come to yet");

/** Where TypeScript defines an exported name. */
const DEFINITION = /^Object\.defineProperty\(exports, /gm;

/** Defines a variable. Getters are read at once: a later cell may declare an imported name again. */
function define(variables: object, name: string, attributes: PropertyDescriptor): void {
  if (name === "__esModule") return;
  Object.defineProperty(variables, name, {
    value: attributes.get ? (attributes.get() as unknown) : (attributes.value as unknown),
    writable: true,
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
  fileOf(cell: Cell): string {
    return path.join(this.folder, `cell-${cell.number}.ts`);
  }

  async run(cell: Cell, source: string): Promise<Outcome> {
    let keepReached = (): void => undefined;
    try {
      const compilation = this.compiler.compile(this.declarations, source);
      if (!compilation.ok) return { kind: "diagnostics", diagnostics: compilation.diagnostics };
      this.modules.update(compilation.modules);
      await Promise.race([this.modules.preload(source), cell.interruption]);
      const onStart = (): void => {
        keepReached = this.keeperOf(source, compilation);
      };
      await Promise.race([this.evaluate(cell, compilation, onStart), cell.interruption]);
      this.declarations = compilation.declarations;
      this.emptyUnset(namesOnTheWay(compilation.cell.code));
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
  private keeperOf(source: string, { cell, lastValueName }: Compilation & { ok: true }): () => void {
    const onTheWay = new Set(namesOnTheWay(cell.code));
    const before = new Map(
      [...onTheWay, ...declaredNames(source)].map((name) => [
        name,
        Object.getOwnPropertyDescriptor(this.variables, name),
      ]),
    );
    const isSet = (name: string): boolean | undefined =>
      onTheWay.has(name) ? this.variables[name] !== UNSET : undefined;
    return () => {
      this.takeLastValue(lastValueName);
      const kept = new Set<string>();
      try {
        for (const text of reachedParts(source, isSet)) {
          const compilation = this.compiler.compile(this.declarations, text);
          if (!compilation.ok) continue;
          this.modules.update(compilation.modules);
          this.declarations = compilation.declarations;
          for (const name of declaredNames(text)) kept.add(name);
          break;
        }
      } finally {
        for (const [name, descriptor] of before) {
          if (kept.has(name)) continue;
          Reflect.deleteProperty(this.variables, name);
          if (descriptor) Object.defineProperty(this.variables, name, descriptor);
        }
        this.emptyUnset(onTheWay);
      }
    };
  }

  /** `let x;` declares and sets nothing. */
  private emptyUnset(names: Iterable<string>): void {
    for (const name of names) if (this.variables[name] === UNSET) this.variables[name] = undefined;
  }

  private takeLastValue(name: string | undefined): unknown {
    if (name === undefined) return undefined;
    const value = this.variables[name];
    Reflect.deleteProperty(this.variables, name);
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
    compilation: Compilation & { ok: true },
    onStart: () => void,
  ): Promise<unknown> {
    const file = this.fileOf(cell);
    this.compiledCells.set(file, compilation.cell);
    const head = compilation.isAsync ? "async function" : "function";
    const code = markEmptied(compilation.cell.code, `${SUPPORT}.unset`).replace(
      DEFINITION,
      `${SUPPORT}.define(exports, `,
    );
    const text = `(${head} (exports, require, ${SUPPORT}) {\n${code}\n})`;
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
    return { unset: UNSET, define, mark, resume, each, load: (specifier) => modules.load(specifier) };
  }
}
