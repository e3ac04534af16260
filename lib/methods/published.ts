/** A row of results in percent: NMI and Recall@1, 2, 4, 8. */
export interface PublishedRow {
  nmi: number;
  recall: Record<1 | 2 | 4 | 8, number>;
}

const row = (nmi: number, r1: number, r2: number, r4: number, r8: number): PublishedRow => ({
  nmi,
  recall: { 1: r1, 2: r2, 4: r4, 8: r8 },
});

/** What the paper reports (§4, Tables 1 and 4), in percent, to be shown beside one's own results. */
export const published: Record<string, Record<"initial" | "agml" | "withoutOrthogonality", PublishedRow>> = {
  mnist: {
    initial: row(17.4, 86.5, 92.4, 95.9, 97.6),
    agml: row(47.5, 93.9, 96.6, 98.2, 98.9),
    withoutOrthogonality: row(42.9, 91.5, 95.3, 97.3, 98.6),
  },
  "fashion-mnist": {
    initial: row(32.6, 71.9, 82.0, 89.5, 94.8),
    agml: row(52.1, 77.6, 86.0, 91.8, 95.6),
    withoutOrthogonality: row(50.3, 73.3, 82.4, 89.7, 94.4),
  },
  cifar10: {
    initial: row(20.4, 38.2, 54.9, 71.0, 83.6),
    agml: row(25.3, 41.4, 57.3, 72.6, 84.9),
    withoutOrthogonality: row(19.0, 37.4, 54.2, 69.7, 83.4),
  },
};
