import { published, type ExperimentResult, type PublishedRow, type ResultRow } from "../methods";

const columns = [
  { title: "NMI", metric: "nmi", k: null },
  { title: "R@1", metric: "recall", k: 1 },
  { title: "R@2", metric: "recall", k: 2 },
  { title: "R@4", metric: "recall", k: 4 },
  { title: "R@8", metric: "recall", k: 8 },
  { title: "MAP@R", metric: "mapAtR", k: null },
  { title: "R-prec", metric: "rPrecision", k: null },
] as const;

/** The final table in percent: each method's row and, where the paper has one, the paper's below it. */
export function resultTable({ dataset, method, seed, epochs, bestEpoch, rows }: ExperimentResult): string {
  const paper = (name: string) => {
    const row = published[dataset]?.[name];
    return row ? [{ name: "  in the paper", cells: reported(row) }] : [];
  };
  const lines = [
    { name: `${dataset}, test`, cells: columns.map(({ title }) => title as string) },
    { name: "Initial", cells: measured(rows, "Initial") },
    ...paper("Initial"),
    { name: method, cells: measured(rows, method) },
    ...paper(method),
  ];
  const width = Math.max(...lines.map(({ name }) => name.length));
  const table = lines.map(({ name, cells }) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(7))].join(""),
  );
  return [...table, `seed ${seed}; epoch ${bestEpoch} of ${epochs}, the best on validation`].join("\n");
}

function measured(rows: ResultRow[], method: string): string[] {
  return columns.map(({ metric, k }) => {
    const row = rows.find(
      (candidate) => candidate.method === method && candidate.metric === metric && candidate.k === k,
    );
    return row ? (100 * row.value).toFixed(1) : "";
  });
}

function reported({ nmi, recall }: PublishedRow): string[] {
  return [nmi, recall[1], recall[2], recall[4], recall[8]].map((value) => value.toFixed(1));
}
