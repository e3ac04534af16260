import type { SearchHit } from "../search";

/** The nearest examples of a query. */
export interface Answer {
  query: string;
  /** The picture of the query, if it is not one of the examples. */
  file?: string | undefined;
  hits: (SearchHit & { class?: string | null })[];
}

/** The answers as lines: the query, then each hit with its distance and, where it is known, its class. */
export function searchTable(answers: readonly Answer[]): string {
  return answers
    .map(({ query, hits }) => {
      const width = Math.max(0, ...hits.map(({ name }) => name.length));
      const lines = hits.map(({ name, distance, class: label }, i) => {
        const row = `${String(i + 1).padStart(4)}  ${distance.toFixed(4)}  ${name.padEnd(width)}`;
        return (label == null ? row : `${row}  ${label}`).trimEnd();
      });
      return [query, ...lines].join("\n");
    })
    .join("\n\n");
}
