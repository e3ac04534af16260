import { forCells } from "../realm/promises";

export interface DisplayOptions {
  /** Shows a MIME bundle as it is. */
  raw?: boolean;
  metadata?: Record<string, unknown>;
}

/** An output that can be updated in its place. As the last value of a cell it is not shown again. */
export class DisplayHandle {
  constructor(
    readonly id: string,
    private readonly redraw: (value: unknown) => Promise<void>,
  ) {}

  update(value: unknown): Promise<void> {
    return forCells(this.redraw(value));
  }
}
