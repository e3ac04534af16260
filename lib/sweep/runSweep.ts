import path from "node:path";
import { random } from "../core/values";
import { isBelowMedian, type Score } from "./medianRule";
import { drawParameters, type Parameters, type Space } from "./space";
import { suggestTpe } from "./tpe";
import { appendTrial, readTrials, type Trial } from "./trialStore";

/** A trial to run, in a folder of its own. */
export interface TrialTask {
  trial: number;
  parameters: Parameters;
  folder: string;
  signal: AbortSignal | undefined;
  /** Notes a score. False if the trial should stop here; there is nothing to stop after its last epoch. */
  report: (epoch: number, value: number, isLast: boolean) => boolean;
}

/** Runs a trial until it is complete or a report says no. Returns false if it was aborted. */
export type RunTrial = (task: TrialTask) => Promise<boolean>;

export const searches = ["tpe", "random"] as const;
export type SearchName = (typeof searches)[number];

export interface Sweep {
  space: Space;
  /** How many trials there are in the end, earlier ones included. */
  trials: number;
  search: SearchName;
  /** Whether the median rule stops trials. */
  prune: boolean;
  seed: number;
  folder: string;
  runTrial: RunTrial;
  signal?: AbortSignal | undefined;
}

export type SweepEvent =
  | { kind: "started"; trial: number; trials: number; parameters: Parameters }
  | { kind: "ended"; trial: Trial };

/**
 * Runs those trials of a sweep that the folder does not have yet. The parameters of a trial follow from the seed, its number and the trials
 * before it, so an interrupted trial is taken up with the parameters that it had. Returns all trials.
 */
export async function* runSweep(sweep: Sweep): AsyncGenerator<SweepEvent, Trial[]> {
  const { trials: count, folder, signal } = sweep;
  const trials = readTrials(folder);
  while (trials.length < count && !signal?.aborted) {
    const trial = trials.length + 1;
    const parameters = nextParameters(sweep, trials);
    yield { kind: "started", trial, trials: count, parameters };
    const ended = await endOf(sweep, trial, parameters, trials);
    if (ended === undefined) break;
    appendTrial(folder, ended);
    trials.push(ended);
    yield { kind: "ended", trial: ended };
  }
  return trials;
}

/** The folder of a trial: trials/007. */
export const trialFolder = (folder: string, trial: number): string =>
  path.join(folder, "trials", String(trial).padStart(3, "0"));

function nextParameters({ space, search, seed }: Sweep, trials: readonly Trial[]): Parameters {
  const draw = random(1_000_003 * seed + trials.length);
  if (search === "random") return drawParameters(space, draw);
  const observations = trials.map(({ parameters, value }) => ({ parameters, value: value ?? -Infinity }));
  return suggestTpe(space, observations, draw);
}

/** Runs a trial. Returns undefined if it was aborted; an error of the trial is its result. */
async function endOf(
  { prune, folder, runTrial, signal }: Sweep,
  trial: number,
  parameters: Parameters,
  earlier: readonly Trial[],
): Promise<Trial | undefined> {
  const began = new Date();
  const finished = earlier.filter(({ state }) => state === "finished").map(({ curve }) => curve);
  const curve: Score[] = [];
  let isPruned = false;
  const report = (epoch: number, value: number, isLast: boolean) => {
    if (!curve.some((score) => score.epoch === epoch)) curve.push({ epoch, value });
    isPruned ||= prune && !isLast && isBelowMedian(curve, finished, epoch);
    return !isPruned;
  };
  let error: string | undefined;
  try {
    const task = { trial, parameters, folder: trialFolder(folder, trial), signal, report };
    if (!(await runTrial(task))) return undefined;
  } catch (thrown) {
    if (signal?.aborted) return undefined;
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  const best = curve.reduce((a, b) => (b.value > a.value ? b : a), curve[0] ?? { epoch: 0, value: NaN });
  const hasValue = error === undefined && Number.isFinite(best.value);
  return {
    trial,
    state: hasValue ? (isPruned ? "pruned" : "finished") : "failed",
    parameters,
    value: hasValue ? best.value : null,
    bestEpoch: best.epoch,
    curve,
    ...(!hasValue && { error: error ?? "it was never judged on validation images" }),
    started: began.toISOString(),
    elapsedMs: Date.now() - began.getTime(),
  };
}
