import { pictures } from "../../io/files";
import type { MimeBundle, Notebook } from "../format/nbformat";

/** A figure among the outputs of a notebook, in all its formats. */
export interface NotebookFigure {
  /** The second figure of the third code cell is called `cell3-figure2`. */
  name: string;
  bundle: MimeBundle;
}

export const vegaLiteType = "application/vnd.vegalite.v5+json";

/** The charts and pictures among the outputs of a notebook, in order. */
export function figuresOf({ cells }: Notebook): NotebookFigure[] {
  return cells
    .filter((cell) => cell.cell_type === "code")
    .flatMap(({ outputs }, i) =>
      outputs
        .flatMap((output) => ("data" in output ? [output.data] : []))
        .filter((bundle) => [vegaLiteType, ...Object.keys(pictures)].some((type) => type in bundle))
        .map((bundle, j) => ({ name: `cell${i + 1}-figure${j + 1}`, bundle })),
    );
}
