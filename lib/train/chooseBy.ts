import type { Evaluation } from "../evaluate";

/** The measures on the validation images, NMI and Recall@1, and MAP@R where the best epoch is chosen by it. */
export type ValidationMetrics = Pick<Evaluation, "nmi" | "recall"> & Partial<Pick<Evaluation, "mapAtR">>;

interface Choice {
  /** What people call it. */
  words: string;
  score(metrics: ValidationMetrics): number;
}

/** What the best epoch may be chosen by, on the validation images. */
export const choices = Object.freeze({
  "nmi+recall": { words: "NMI + Recall@1", score: ({ nmi, recall }) => nmi + recall[1] },
  recall: { words: "Recall@1", score: ({ recall }) => recall[1] },
  mapAtR: { words: "MAP@R", score: ({ mapAtR = NaN }) => mapAtR },
} as const satisfies Record<string, Choice>);

export type ChooseBy = keyof typeof choices;

/** "NMI 50.0, R@1 75.0", in percent. */
export function validationText({ nmi, recall, mapAtR }: ValidationMetrics): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const map = mapAtR === undefined ? "" : `, MAP@R ${percent(mapAtR)}`;
  return `NMI ${percent(nmi)}, R@1 ${percent(recall[1])}${map}`;
}
