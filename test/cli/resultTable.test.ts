import assert from "node:assert/strict";
import { it } from "node:test";
import { resultTable } from "../../lib/cli/resultTable";
import type { ExperimentResult } from "../../lib/reproduce";

it("resultTable has our numbers in percent above the paper's, and blanks where there are none", () => {
  const row = (method: string, metric: "nmi" | "recall", k: number | null, value: number) => ({
    dataset: "mnist",
    method,
    seed: 1,
    metric,
    k,
    value,
  });
  const result = {
    dataset: "mnist",
    method: "AGML",
    seed: 1,
    epochs: 4,
    bestEpoch: 2,
    validation: 0.15,
    settings: { chooseBy: "recall" },
    rows: [
      row("Initial", "nmi", null, 0.4567),
      row("AGML", "nmi", null, 0.5),
      row("AGML", "recall", 8, 0.98765),
    ],
  } as unknown as ExperimentResult;
  assert.deepEqual(resultTable(result).split("\n"), [
    "mnist, test       NMI    R@1    R@2    R@4    R@8  MAP@R  R-precision",
    "Initial          45.7                                                ",
    "  in the paper   17.4   86.5   92.4   95.9   97.6",
    "AGML             50.0                        98.8                    ",
    "  in the paper   47.5   93.9   96.6   98.2   98.9",
    "seed 1; epoch 2 of 4, the best on the validation images by Recall@1",
  ]);
  const own = resultTable({ ...result, dataset: "pictures", method: "Mine" });
  assert.ok(!own.includes("in the paper"));
  const last = (changes: object) =>
    resultTable({ ...result, ...changes })
      .split("\n")
      .at(-1);
  assert.equal(
    last({ bestEpoch: 0, settings: {} }),
    "seed 1; after 4 epochs none was better than the start on the validation images, by NMI + Recall@1",
  );
  assert.equal(last({ validation: 0 }), "seed 1; epoch 2 of 4");
  const recalls = (initial: number, learned: number) => ({
    rows: [row("Initial", "recall", 1, initial), row("AGML", "recall", 1, learned)],
  });
  assert.equal(
    last(recalls(0.4, 0.3)),
    "On the test images AGML is worse than the untrained network (Initial), by Recall@1.",
  );
  assert.match(last(recalls(0.4, 0.4))!, /^seed 1; /);
});
