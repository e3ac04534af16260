/** The measures in the order of a table's columns; the paper has the first five. */
export const resultColumns = Object.freeze([
  { title: "NMI", metric: "nmi", k: null },
  { title: "R@1", metric: "recall", k: 1 },
  { title: "R@2", metric: "recall", k: 2 },
  { title: "R@4", metric: "recall", k: 4 },
  { title: "R@8", metric: "recall", k: 8 },
  { title: "MAP@R", metric: "mapAtR", k: null },
  { title: "R-precision", metric: "rPrecision", k: null },
] as const);
