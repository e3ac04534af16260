import path from "node:path";
import vm from "node:vm";
import type ts from "typescript";
import { Interrupted, type Cell } from "./cell";
import type { CellContext } from "./cellContext";
import type { Compilation, Compiler } from "../compile/compiler";
import type { Compiled } from "../compile/typescript/sourceMaps";
import { adopt } from "../realm/promises";
import { host } from "../realm/realm";
import { CellVariables } from "./cellVariables";
import { balanceHeapFor } from "./heap";
import type { ModuleLoader, ModuleRuntime } from "./moduleLoader";
import { declarationsAfterFailure } from "../compile/declarationsAfterFailure";
import { RUNTIME } from "../compile/transform/runtimeCalls";
import { nodeTimers, runTerminably, settleAfterTurn } from "./timers";

export type Outcome =
  | { kind: "value"; value: unknown }
  | { kind: "diagnostics"; diagnostics: readonly ts.Diagnostic[] }
  | { kind: "thrown"; error: unknown };

/** The functions that compiled cells call: see `shareVariables`. */
interface CellRuntime extends ModuleRuntime {
  /** Declares an imported variable. */
  defineImport(variables: object, name: string, attributes: PropertyDescriptor): void;
  /** Declares a variable that has the value of a global one. */
  followGlobal(variables: object, name: string): void;
  /** The declarations of these names have executed. */
  executed(...names: string[]): void;
}

type CellFunction = (
  exports: object,
  require: NodeJS.Require,
  filename: string,
  dirname: string,
  runtime: CellRuntime,
) => unknown;

/** Calls at once; an exception becomes a rejection. */
async function settle(call: () => unknown): Promise<unknown> {
  return await adopt(call());
}

/** Compiles and runs cells. Keeps their variables and types. */
export class CellRunner {
  private readonly variables = new CellVariables();
  /** The names whose declarations the running cell has executed. */
  private readonly executed = new Set<string>();
  private declarations = "";
  private readonly compiledCells = new Map<string, Compiled>();
  private readonly runtime: CellRuntime;

  constructor(
    private readonly folder: string,
    private readonly compiler: Compiler,
    private readonly modules: ModuleLoader,
    private readonly context: CellContext,
  ) {
    this.runtime = this.createRuntime();
  }

  /** Types of everything declared so far. */
  get declared(): string {
    return this.declarations;
  }

  /** The compiled text of a file named in a stack trace. */
  compiled(file: string): Compiled | undefined {
    return this.compiledCells.get(file) ?? this.modules.compiled(file);
  }

  /** The file name of a cell in stack traces. */
  private fileOf(cell: Cell, kind: "cell" | "expression"): string {
    return path.join(this.folder, `${kind}-${cell.number}.ts`);
  }

  async run(cell: Cell, source: string, kind: "cell" | "expression" = "cell"): Promise<Outcome> {
    let keepExecuted = (): void => undefined;
    try {
      const compilation = this.context.protect(() => this.compiler.compile(this.declarations, source));
      if (!compilation.ok) return { kind: "diagnostics", diagnostics: compilation.diagnostics };
      this.context.protect(() => {
        this.modules.update(compilation.modules);
      });
      const preload = this.modules.preload(source, (code) => this.runModule(code));
      await Promise.race([preload, cell.interruption]);
      const onStart = (): void => {
        keepExecuted = this.keeperOf(compilation);
      };
      await Promise.race([
        settleAfterTurn(this.evaluate(cell, this.fileOf(cell, kind), compilation, onStart)),
        cell.interruption,
      ]);
      if (this.context.isStopped(cell)) throw new Interrupted();
      this.declarations = compilation.declarations;
      keepExecuted = () => undefined;
      const value = await Promise.race([
        adopt(this.variables.takeLastValue(compilation.lastValueName)),
        cell.interruption,
      ]);
      return { kind: "value", value };
    } catch (error) {
      const thrown = this.context.isInterrupted(cell) ? new Interrupted() : error;
      this.context.end();
      try {
        this.context.protect(keepExecuted);
      } catch {
        // Compiling a part of the cell failed: none of its declarations are kept.
      }
      return { kind: "thrown", error: thrown };
    } finally {
      balanceHeapFor("kernel");
      this.context.end();
    }
  }

  /** Runs a module that the cell needs before it starts. Like the cell, it may be terminated. */
  private async runModule(code: () => unknown): Promise<unknown> {
    try {
      const ran = runTerminably(() => {
        this.context.run("awaiting");
        return code();
      });
      return await settleAfterTurn(ran);
    } finally {
      this.context.end();
    }
  }

  /**
   * Called before a cell runs. Returns a function to call if the cell fails: it keeps the declarations that have executed. All other
   * names stay as before.
   */
  private keeperOf({ names, declarations, lastValueName }: Compilation & { ok: true }): () => void {
    const before = new Map([...names.all].map((name) => [name, this.variables.valueOrSource(name)]));
    // Functions exist from the start and imports from their position on; both have a new value each time.
    const hasExecuted = (name: string): boolean =>
      names.own.has(name) ? this.executed.has(name) : this.variables.valueOrSource(name) !== before.get(name);
    this.executed.clear();
    return () => {
      this.variables.takeLastValue(lastValueName);
      const notExecuted = new Set([...names.all].filter((name) => !hasExecuted(name)));
      this.declarations = declarationsAfterFailure(this.declarations, declarations, notExecuted);
    };
  }

  /**
   * Runs the compiled cell from a timer. If its JavaScript is terminated from outside, all stack frames below it are lost, so none of
   * them may belong to the kernel.
   */
  private evaluate(
    cell: Cell,
    file: string,
    compilation: Compilation & { ok: true },
    onStart: () => void,
  ): Promise<unknown> {
    this.compiledCells.set(file, compilation.cell);
    const head = compilation.isAsync ? "async function" : "function";
    const text = `(${head} (exports, require, __filename, __dirname, ${RUNTIME}) {\n${compilation.cell.code}\n})`;
    const call = this.context.protect(
      () => vm.runInThisContext(text, { filename: file, lineOffset: -1 }) as CellFunction,
    );
    return new Promise((resolve) => {
      const start = (): void => {
        if (cell.interrupted) return;
        onStart();
        for (const name of compilation.globals) this.runtime.followGlobal(this.variables.object, name);
        balanceHeapFor("cell");
        this.context.run(compilation.isAsync ? "awaiting" : "computing");
        const { require, filename } = this.modules;
        resolve(settle(() => call(this.variables.object, require, filename, this.folder, this.runtime)));
        this.context.run("awaiting");
      };
      nodeTimers.setTimeout(() => {
        void runTerminably(start);
      }, 0);
    });
  }

  private createRuntime(): CellRuntime {
    return {
      defineImport: (_variables, name, attributes) => {
        const source = attributes.get?.bind(attributes);
        if (source) this.variables.import(name, source); // not "__esModule"
      },
      followGlobal: (_variables, name) => {
        if (!this.variables.has(name)) {
          this.variables.import(name, () => (host as Record<string, unknown>)[name]);
        }
      },
      executed: (...names) => {
        for (const name of names) this.executed.add(name);
      },
      ...this.modules.runtime,
    };
  }
}
