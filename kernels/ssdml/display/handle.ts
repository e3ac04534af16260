import { forCells } from "../realm/promises";

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
