/**
 * The results of asynchronous work on each item, in the order of the items. At most `most` items are worked on or wait to be taken, so that
 * the memory is bounded. Ends only after all started work has.
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const started: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = work(item);
      // Its error is thrown when its turn comes.
      result.catch(() => undefined);
      started.push(result);
      if (started.length >= most) yield await started.shift()!;
    }
    while (started.length > 0) yield await started.shift()!;
  } finally {
    await Promise.allSettled(started);
  }
}
