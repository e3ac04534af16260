import type { Trial } from "./trialStore";
import { isRange, type Dimension, type Space } from "./space";

/** The operations of Optuna's journal and the states of its trials, as numbers. */
const operations = { createStudy: 0, createTrial: 4 };
const maximize = 2;
const states = { finished: 1, pruned: 2, failed: 3 };

/** The trials as a journal of Optuna, which its `JournalFileBackend` and its dashboard open: JSON lines, one for the study and one per trial. */
export function optunaJournal(study: string, space: Space, trials: readonly Trial[]): string {
  const distributions = Object.fromEntries(
    space.map((dimension) => [dimension.name, JSON.stringify(distributionOf(dimension))]),
  );
  const common = { worker_id: "ssdml" };
  const lines = [
    { op_code: operations.createStudy, ...common, study_name: study, directions: [maximize] },
    ...trials.map(({ trial, state, parameters, value, bestEpoch, curve, started, elapsedMs, error }) => ({
      op_code: operations.createTrial,
      ...common,
      study_id: 0,
      datetime_start: optunaTime(Date.parse(started)),
      datetime_complete: optunaTime(Date.parse(started) + elapsedMs),
      state: states[state],
      value,
      values: null,
      distributions,
      params: Object.fromEntries(
        space.map((dimension) => {
          const own = parameters[dimension.name];
          return [dimension.name, isRange(dimension) ? own : dimension.choices.indexOf(own)];
        }),
      ),
      user_attrs: { trial, bestEpoch, ...(error !== undefined && { error }) },
      system_attrs: {},
      intermediate_values: Object.fromEntries(curve.map((score) => [score.epoch, score.value])),
    })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A dimension as Optuna writes it. It has no logarithmic ranges with steps other than 1; those are exported without steps. */
function distributionOf(dimension: Dimension): { name: string; attributes: object } {
  if (!isRange(dimension))
    return { name: "CategoricalDistribution", attributes: { choices: dimension.choices } };
  const { min: low, max: high, log, step = null } = dimension;
  const isWhole = step !== null && [low, high, step].every(Number.isInteger) && (!log || step === 1);
  return isWhole
    ? { name: "IntDistribution", attributes: { log, step, low, high } }
    : { name: "FloatDistribution", attributes: { step: log ? null : step, low, high, log } };
}

/** In UTC with six digits of a second, as Python writes it. */
const optunaTime = (time: number): string => new Date(time).toISOString().replace("Z", "000+00:00");
