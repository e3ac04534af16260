import path from "node:path";
import vm from "node:vm";
import type ts from "typescript";
import { Interrupted, type Cell, type CellContext } from "./cell";
import type { Compilation, Compiler } from "../compile/compiler";
import type { Compiled } from "../compile/typescript/sourceMaps";
import { adopt } from "../realm/promises";
import { host } from "../realm/realm";
import { balanceHeapFor } from "./heap";
import type { ModuleLoader, ModuleSupport } from "./moduleLoader";
import { reachedDeclarations } from "../compile/declarationsAfterFailure";
import { SUPPORT } from "../compile/transform/runtimeCalls";
import { nodeTimers, runTerminably, settleAfterTurn } from "./timers";

export type Outcome =
  | { kind: "value"; value: unknown }
  | { kind: "diagnostics"; diagnostics: readonly ts.Diagnostic[] }
  | { kind: "thrown"; error: unknown };

/** What compiled cells call: see `shareVariables`. */
export interface CellSupport extends ModuleSupport {
  define(variables: object, name: string, attributes: PropertyDescriptor): void;
  fromGlobal(variables: object, name: string): void;
  reached(...names: string[]): void;
}

type CellFunction = (
  exports: object,
  require: NodeJS.Require,
  filename: string,
  dirname: string,
  support: CellSupport,
) => unknown;

/** Where an imported value comes from. */
type Source = () => unknown;

/** Calls at once; what is thrown becomes a rejection. */
async function settle(call: () => unknown): Promise<unknown> {
  return await adopt(call());
}

/** Made by `new`, the object has V8's fast form, which Object.create(null) has not. */
class Variables {
  [name: string]: unknown;
}
Object.setPrototypeOf(Variables.prototype, null);
Reflect.deleteProperty(Variables.prototype, "constructor");

/** Compiles and runs cells; keeps their variables and types. */
export class CellRunner {
  /** Variables of all cells so far; no name is there before it is declared. */
  private readonly variables = new Variables();
  /** Where those that were imported come from. */
  private readonly imports = new Map<string, Source>();
  /** Those that ever were. */
  private readonly followed = new Set<string>();
  /** The declarations that the running cell has come to. */
  private readonly reached = new Set<string>();
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
      const compilation = this.context.protect(() => this.compiler.compile(this.declarations, source));
      if (!compilation.ok) return { kind: "diagnostics", diagnostics: compilation.diagnostics };
      this.context.protect(() => {
        this.modules.update(compilation.modules);
      });
      const preload = this.modules.preload(source, (code) => this.runModule(code));
      await Promise.race([preload, cell.interruption]);
      const onStart = (): void => {
        keepReached = this.keeperOf(compilation);
      };
      await Promise.race([
        settleAfterTurn(this.evaluate(cell, this.fileOf(cell, kind), compilation, onStart)),
        cell.interruption,
      ]);
      if (this.context.isStopped(cell)) throw new Interrupted();
      this.declarations = compilation.declarations;
      keepReached = () => undefined;
      const value = await Promise.race([
        adopt(this.takeLastValue(compilation.lastValueName)),
        cell.interruption,
      ]);
      return { kind: "value", value };
    } catch (error) {
      const thrown = this.context.isInterrupted(cell) ? new Interrupted() : error;
      this.context.end();
      try {
        this.context.protect(keepReached);
      } catch {
        // The compiler could not even compile a part of the cell: nothing of it is kept.
      }
      return { kind: "thrown", error: thrown };
    } finally {
      balanceHeapFor("kernel");
      this.context.end();
    }
  }

  /** Runs a module that must be there before the cell starts; it may be terminated as the cell may. */
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
   * For a cell that is about to run: a function that, should it fail, keeps what it has declared until then. Names that it did not come
   * to are as before.
   */
  private keeperOf({ names, declarations, lastValueName }: Compilation & { ok: true }): () => void {
    const before = new Map([...names.all].map((name) => [name, this.variableOf(name)]));
    // Functions are there from the start, imports from their place on; neither has a value twice.
    const isReached = (name: string): boolean =>
      names.own.has(name) ? this.reached.has(name) : this.variableOf(name) !== before.get(name);
    this.reached.clear();
    return () => {
      this.takeLastValue(lastValueName);
      const unreached = new Set([...names.all].filter((name) => !isReached(name)));
      this.declarations = reachedDeclarations(this.declarations, declarations, unreached);
    };
  }

  /** What a variable has: the value, or for an imported one where it comes from. */
  private variableOf(name: string): unknown {
    return this.imports.get(name) ?? this.variables[name];
  }

  /**
   * Makes a variable follow its source until it is assigned to. Only the first time a property is defined: to define it anew would
   * cost the object V8's fast form.
   */
  private import(name: string, source: Source): void {
    const { imports, variables } = this;
    if (!this.followed.has(name)) {
      this.followed.add(name);
      let value: unknown;
      Object.defineProperty(variables, name, {
        get: () => {
          const from = imports.get(name);
          return from ? from() : value;
        },
        set: (assigned: unknown) => {
          imports.delete(name);
          value = assigned;
        },
        enumerable: true,
        configurable: true,
      });
    }
    imports.set(name, source);
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
    const text = `(${head} (exports, require, __filename, __dirname, ${SUPPORT}) {\n${compilation.cell.code}\n})`;
    const call = this.context.protect(
      () => vm.runInThisContext(text, { filename: file, lineOffset: -1 }) as CellFunction,
    );
    return new Promise((resolve) => {
      const start = (): void => {
        if (cell.interrupted) return;
        onStart();
        for (const name of compilation.globals) this.support.fromGlobal(this.variables, name);
        balanceHeapFor("cell");
        this.context.run(compilation.isAsync ? "awaiting" : "computing");
        const { require, filename } = this.modules;
        resolve(settle(() => call(this.variables, require, filename, this.folder, this.support)));
        this.context.run("awaiting");
      };
      nodeTimers.setTimeout(() => {
        void runTerminably(start);
      }, 0);
    });
  }

  private createSupport(): CellSupport {
    return {
      define: (_variables, name, attributes) => {
        const source = attributes.get?.bind(attributes);
        if (source) this.import(name, source); // not "__esModule"
      },
      fromGlobal: (_variables, name) => {
        if (!Object.hasOwn(this.variables, name)) {
          this.import(name, () => (host as Record<string, unknown>)[name]);
        }
      },
      reached: (...names) => {
        for (const name of names) this.reached.add(name);
      },
      ...this.modules.support,
    };
  }
}
