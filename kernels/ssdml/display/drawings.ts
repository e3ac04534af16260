/** Outputs that are still being drawn: a cell is over when they are there. */
export class Drawings {
  private readonly waiting = new Set<Promise<unknown>>();

  wait<T>(drawing: Promise<T>): Promise<T> {
    const done = drawing.finally(() => this.waiting.delete(done));
    this.waiting.add(done);
    return done;
  }

  async settle(): Promise<void> {
    while (this.waiting.size > 0) await Promise.allSettled(this.waiting);
  }
}
