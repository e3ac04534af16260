import type { ResultRow } from "../evaluate";
import type { ExperimentResult } from "../reproduce";
import type { EpochRow, TrainingEvent } from "../train";
import type { Measures } from "./runLog";

/** The numbers of an event, if it has any that a log keeps: those of an epoch, and of an evaluation on the validation images. */
export function measuresOf(event: TrainingEvent): { step: number; measures: Measures } | undefined {
  if (event.kind === "epoch") return { step: event.epoch, measures: rowMeasures(event) };
  if (event.kind !== "evaluation") return undefined;
  const { nmi, recall, mapAtR } = event.metrics;
  return { step: event.epoch, measures: validationMeasures({ nmi, recallAt1: recall[1], mapAtR }) };
}

/** The numbers of an epoch. */
export function rowMeasures({ loss, spread, learningRate, ...row }: EpochRow): Measures {
  return { loss, spread, learningRate, ...validationMeasures(row) };
}

function validationMeasures({
  nmi,
  recallAt1,
  mapAtR,
}: Partial<Record<"nmi" | "recallAt1" | "mapAtR", number | undefined>>): Measures {
  const measured = Object.entries({ nmi, recallAt1, mapAtR }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(measured.map(([name, value]) => [`validation/${name}`, value ?? NaN]));
}

/** The numbers on the test images, of the model at its best epoch and of the untrained network. */
export function testMeasures({ rows, method }: Pick<ExperimentResult, "rows" | "method">): Measures {
  const nameOf = ({ metric, k }: ResultRow) => (metric === "recall" ? `recallAt${k}` : metric);
  return Object.fromEntries(
    rows.map((row) => [`${row.method === method ? "test" : "test-initial"}/${nameOf(row)}`, row.value]),
  );
}
