/** A row of results in percent: NMI and Recall@1, 2, 4, 8. */
export interface PublishedRow {
  /** Table 5 has none. */
  nmi: number | undefined;
  recall: Record<1 | 2 | 4 | 8, number>;
}

const row = (nmi: number | undefined, r1: number, r2: number, r4: number, r8: number): PublishedRow => ({
  nmi,
  recall: { 1: r1, 2: r2, 4: r4, 8: r8 },
});

/** The paper's results (§4, Tables 1 to 5) in percent, by data set and method, for comparison with your own. */
export const published: Record<string, Record<string, PublishedRow>> = {
  mnist: {
    Initial: row(17.4, 86.5, 92.4, 95.9, 97.6),
    "Deep-LRML": row(48.3, 88.7, 93.2, 95.9, 97.6),
    "Deep-SERAPH": row(45.3, 92.5, 95.7, 97.6, 98.7),
    "Deep-ISDML": row(44.1, 92.1, 95.7, 97.5, 98.6),
    "Deep-APLLR": row(30.5, 57.6, 71.1, 82.1, 90.1),
    "Deep-APIT": row(31.7, 87.6, 92.9, 96.0, 97.9),
    AGML: row(47.5, 93.9, 96.6, 98.2, 98.9),
    "AGML without orthogonality": row(42.9, 91.5, 95.3, 97.3, 98.6),
  },
  "fashion-mnist": {
    Initial: row(32.6, 71.9, 82.0, 89.5, 94.8),
    "Deep-LRML": row(53.2, 75.3, 83.9, 90.2, 95.0),
    "Deep-SERAPH": row(53.0, 75.9, 85.1, 91.5, 95.4),
    "Deep-ISDML": row(51.3, 74.4, 84.2, 90.7, 95.1),
    "Deep-APLLR": row(38.9, 59.5, 73.3, 84.1, 91.4),
    "Deep-APIT": row(37.3, 69.4, 80.1, 88.5, 94.1),
    AGML: row(52.1, 77.6, 86.0, 91.8, 95.6),
    "AGML without orthogonality": row(50.3, 73.3, 82.4, 89.7, 94.4),
  },
  cifar10: {
    Initial: row(20.4, 38.2, 54.9, 71.0, 83.6),
    "Deep-LRML": row(16.0, 40.2, 56.3, 71.5, 83.7),
    "Deep-SERAPH": row(21.3, 39.5, 56.2, 71.1, 83.7),
    "Deep-ISDML": row(20.0, 36.4, 52.4, 68.5, 82.1),
    "Deep-APLLR": row(13.3, 24.4, 40.0, 58.8, 76.4),
    "Deep-APIT": row(11.4, 26.0, 41.4, 59.6, 76.4),
    AGML: row(25.3, 41.4, 57.3, 72.6, 84.9),
    "AGML without orthogonality": row(19.0, 37.4, 54.2, 69.7, 83.4),
  },
  cub200: {
    Initial: row(34.3, 31.7, 42.2, 55.4, 67.9),
    "Deep-LRML": row(49.9, 34.9, 45.0, 55.4, 65.7),
    "Deep-SERAPH": row(50.5, 39.7, 52.2, 64.4, 76.5),
    "Deep-ISDML": row(50.6, 43.7, 55.7, 67.6, 78.4),
    "Deep-APLLR": row(38.9, 25.7, 36.6, 48.7, 61.9),
    "Deep-APIT": row(52.1, 42.2, 54.5, 66.7, 78.2),
    Exemplar: row(45.0, 38.2, 50.3, 62.8, 75.0),
    Rotation: row(49.1, 42.5, 55.8, 68.6, 79.4),
    NCE: row(45.1, 39.2, 51.4, 63.7, 75.8),
    DeepCluster: row(53.0, 42.9, 54.1, 65.6, 76.2),
    Synthetic: row(53.4, 43.5, 56.2, 68.3, 79.1),
    Triplet: row(undefined, 42.6, 55.2, 66.9, 77.6),
    Angular: row(undefined, 41.4, 54.5, 67.1, 78.4),
    AGML: row(54.0, 44.8, 56.9, 69.1, 79.9),
  },
  cars196: {
    Initial: row(23.7, 24.2, 32.8, 43.4, 54.9),
    "Deep-LRML": row(40.5, 33.2, 41.2, 49.4, 58.3),
    "Deep-SERAPH": row(37.2, 34.8, 46.7, 59.4, 71.7),
    "Deep-ISDML": row(25.8, 30.6, 40.8, 52.2, 63.2),
    "Deep-APLLR": row(33.2, 33.0, 43.6, 55.6, 67.9),
    "Deep-APIT": row(37.3, 38.5, 50.7, 62.7, 74.9),
    Exemplar: row(35.4, 36.5, 48.1, 59.2, 71.0),
    Rotation: row(32.7, 33.3, 44.6, 56.4, 68.5),
    NCE: row(35.6, 37.5, 48.7, 59.8, 71.5),
    DeepCluster: row(38.5, 32.6, 43.8, 57.0, 69.5),
    Synthetic: row(37.6, 42.0, 54.3, 66.0, 77.2),
    AGML: row(40.7, 45.7, 58.1, 69.5, 80.4),
  },
};

/** The paper's row of a method on a data set, if it has one. Methods and data sets may have any name. */
export function publishedRow(dataset: string, method: string): PublishedRow | undefined {
  const rows = Object.hasOwn(published, dataset) ? published[dataset] : {};
  return Object.hasOwn(rows, method) ? rows[method] : undefined;
}
