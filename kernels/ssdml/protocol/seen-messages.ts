const MOST_IDS = 2 ** 18;

/** Ids of the messages received so far. A message whose id was seen before is a replay: a signature stays valid forever. */
export class SeenMessages {
  private readonly ids = new Set<string>();

  /** Whether this id is new; notes it. Only the last `most` ids are kept. */
  isNew(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    if (this.ids.size > this.most) this.ids.delete(this.ids.values().next().value!);
    return true;
  }

  constructor(private readonly most = MOST_IDS) {}
}
