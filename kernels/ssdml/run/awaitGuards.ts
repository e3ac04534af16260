import type { Cell } from "./cell";
import type { CellContext } from "./cellContext";

/** The functions that compiled code calls around `await`: see `guardAwaits`. */
export interface AwaitGuards {
  /** The current cell; throws if it was interrupted. */
  beforeAwait(): Cell;
  /** Makes the code that follows belong to the cell; throws if it was interrupted. */
  afterAwait<T>(cell: Cell, value: T): T;
  /** Settles like the value, or rejects when the cell is stopped. */
  interruptible<T>(value: T | PromiseLike<T>): Promise<T>;
  currentCell(): Cell;
  /** As `afterAwait`, but never throws: code in `finally` continues after an interrupt. */
  afterCleanup<T>(cell: Cell, value: T): T;
  items<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>;
  interruptibleItems<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>;
}

/**
 * This code runs in the realm of the cells, so that V8 follows their awaits through it in the stacks of errors. It imports nothing and
 * uses no method that a cell could have changed.
 */
export function createAwaitGuards(context: CellContext, interruption: () => Error): AwaitGuards {
  const beforeAwait = (): Cell => {
    const cell = context.current;
    if (cell.interrupted) throw interruption();
    return cell;
  };
  const afterAwait = <T>(cell: Cell, value: T): T => {
    context.enter(cell);
    if (cell.interrupted) throw interruption();
    return value;
  };
  async function* items<T>(source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
    const cell = beforeAwait();
    for await (const value of source) yield afterAwait(cell, value);
  }
  async function* interruptibleItems<T>(source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
    const cell = context.current;
    const iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    for (;;) {
      const step: IteratorResult<T, unknown> = await interruptible(iterator.next());
      if (step.done) return;
      let isLeft = true;
      try {
        yield afterAwait(cell, await step.value);
        isLeft = false;
      } finally {
        if (isLeft) await iterator.return?.();
      }
    }
  }
  const NewPromise = Promise;
  const resolved = NewPromise.resolve.bind(NewPromise) as <T>(value: T | PromiseLike<T>) => Promise<T>;
  const { apply, get } = Reflect;
  const then = get(NewPromise.prototype, "then");

  /** In a cell that was already stopped, the promise never settles. */
  const interruptible = <T>(value: T | PromiseLike<T>): Promise<T> => {
    const cell = context.current;
    if (cell.interrupted) return new NewPromise(() => undefined);
    return new NewPromise<T>((resolve, reject) => {
      cell.addPendingAwait(reject);
      // V8 continues the stacks of errors only through a promise that has no other listener.
      const settled = apply(then, resolved(value), [resolve, reject]) as Promise<void>;
      void apply(then, settled, [
        () => {
          cell.removePendingAwait(reject);
        },
      ]);
    });
  };
  return {
    beforeAwait,
    afterAwait,
    items,
    interruptibleItems,
    interruptible,
    currentCell: () => context.current,
    afterCleanup: (cell, value) => {
      context.enter(cell);
      return value;
    },
  };
}
