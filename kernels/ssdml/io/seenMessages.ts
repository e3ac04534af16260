const MOST_SIGNATURES = 2 ** 18;

/**
 * Signatures of the messages received so far. A message with a signature that was seen before is a replay: signatures stay valid forever.
 * Message ids would not do: clients of jupyter_client that share a session count from the same number.
 */
export class SeenMessages {
  private readonly signatures = new Set<string>();

  constructor(private readonly most = MOST_SIGNATURES) {}

  /** Whether this signature is new; notes it. Only the last `most` are kept. */
  isNew(signature: string): boolean {
    if (this.signatures.has(signature)) return false;
    this.signatures.add(signature);
    if (this.signatures.size > this.most) this.signatures.delete(this.signatures.values().next().value!);
    return true;
  }
}
