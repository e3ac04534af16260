import type { Cell, CellContext } from "./cell";

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

/**
 * This code runs in the realm of the cells, so that V8 follows their awaits through it into the stacks of errors. It imports nothing and
 * uses no method that a cell could have changed.
 */
export function awaitSupport(context: CellContext, interruption: () => Error): AwaitSupport {
  const mark = (): Cell => {
    const cell = context.current;
    if (cell.interrupted) throw interruption();
    return cell;
  };
  const resume = <T>(cell: Cell, value: T): T => {
    context.enter(cell);
    if (cell.interrupted) throw interruption();
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
      const step: IteratorResult<T, unknown> = await until(iterator.next());
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
  const NewPromise = Promise;
  const resolved = NewPromise.resolve.bind(NewPromise) as <T>(value: T | PromiseLike<T>) => Promise<T>;
  const { apply, get } = Reflect;
  const then = get(NewPromise.prototype, "then");

  /** Settles as a value does, or rejects when the cell is stopped; once it was, never. */
  const until = <T>(value: T | PromiseLike<T>): Promise<T> => {
    const cell = context.current;
    if (cell.interrupted) return new NewPromise(() => undefined);
    return new NewPromise<T>((resolve, reject) => {
      cell.startWaiting(reject);
      // V8 leads the stacks of errors on only through a promise that has no other listener.
      const settled = apply(then, resolved(value), [resolve, reject]) as Promise<void>;
      void apply(then, settled, [
        () => {
          cell.endWaiting(reject);
        },
      ]);
    });
  };
  return {
    mark,
    resume,
    each,
    eachUntil,
    until,
    here: () => context.current,
    resumeAnyway: (cell, value) => {
      context.enter(cell);
      return value;
    },
  };
}
