import ts from "typescript";
import { Interrupted, type Cell, type CellContext } from "./cell";

/** The name under which compiled cells and modules reach their kernel. */
export const SUPPORT = "__ssdml";

const { factory } = ts;

export function supportMember(name: string): ts.Expression {
  return factory.createPropertyAccessExpression(factory.createIdentifier(SUPPORT), name);
}

export function callSupport(method: string, ...args: ts.Expression[]): ts.Expression {
  return factory.createCallExpression(supportMember(method), undefined, args);
}

/** What compiled code calls around `await`: see `guardAwaits`. */
export interface AwaitSupport {
  mark(): Cell;
  resume<T>(cell: Cell, value: T): T;
  until<T>(value: T | PromiseLike<T>): Promise<T>;
  here(): Cell;
  resumeAnyway<T>(cell: Cell, value: T): T;
  each<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>;
  eachUntil<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>;
}

/** What compiled modules, and cells, call. */
export interface ModuleSupport extends AwaitSupport {
  /** In place of `import()`. */
  load(specifier: string): Promise<unknown>;
  /** In place of `import.meta`. */
  readonly meta: object;
}

export function awaitSupport(context: CellContext): AwaitSupport {
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
  async function* eachUntil<T>(source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
    const cell = context.current;
    const iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    for (;;) {
      const step: IteratorResult<T, unknown> = await cell.until(iterator.next());
      if (step.done) return;
      let isLeft = true;
      try {
        yield resume(cell, await step.value);
        isLeft = false;
      } finally {
        if (isLeft) await iterator.return?.();
      }
    }
  }
  return {
    mark,
    resume,
    each,
    eachUntil,
    until: (value) => context.current.until(value),
    here: () => context.current,
    resumeAnyway: (cell, value) => {
      context.enter(cell);
      return value;
    },
  };
}
