/** Things that arrive by callback, handed on by a generator in the same order. */
export class Mailbox<Item> {
  #items: Item[] = [];
  #wake: () => void = () => undefined;

  put(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  /** What arrives until the work is done. An error of the work is left to whoever awaits it. */
  async *during(work: Promise<unknown>): AsyncGenerator<Item> {
    let done = false;
    const finish = () => {
      done = true;
      this.#wake();
    };
    work.then(finish, finish);
    for (;;) {
      const items = this.#items;
      this.#items = [];
      yield* items;
      if (this.#items.length > 0) continue;
      if (done) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
