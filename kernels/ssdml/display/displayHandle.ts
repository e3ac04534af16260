import { forCells } from "../realm/promises";

export interface DisplayOptions {
  /** Shows a bundle of MIME types as it is. */
  raw?: boolean;
  metadata?: Record<string, unknown>;
}

/** An output that can be shown anew in its place. As the last value of a cell it shows nothing more. */
export class DisplayHandle {
  constructor(
    readonly id: string,
    private readonly redraw: (value: unknown) => Promise<void>,
  ) {}

  update(value: unknown): Promise<void> {
    return forCells(this.redraw(value));
  }
}
