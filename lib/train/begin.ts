import { check } from "../core";
import { preprocessImages, selectExamples } from "../networks";
import { choices } from "./chooseBy";
import type { TrainingEvent, TrainingStop } from "./events";
import type { Constraints } from "./learning";
import { learnedArrays, restoreLearned } from "./model";
import { judge, saveCheckpoint, type Run } from "./run";
import { pretrainLabeled } from "./start";
import { breakdown, evenSample, sampleSpread } from "./stops";

/** Before the first epoch: pretraining, and the starting point as the first candidate. */
export async function* begin<C extends Constraints>(run: Run<C>): AsyncGenerator<TrainingEvent, void> {
  if (run.method.settings.pretrainingEpochs) yield* pretrainUnlessWorse(run);
  checkStart(run.method.name, await startProblem(run));
  run.best = await learnedArrays(run.model);
  yield* judgeStart(run);
  yield* saveCheckpoint(run);
}

/** The starting point as a candidate, where there are images to choose by. */
export async function* judgeStart<C extends Constraints>(run: Run<C>): AsyncGenerator<TrainingEvent, void> {
  const judged = await judgement(run);
  if (judged === undefined) return;
  const { metrics, score } = judged;
  run.progress = { ...run.progress, best: { epoch: 0, score } };
  const { chooseBy } = run.method.settings;
  yield { kind: "evaluation", epoch: 0, metrics, best: true, chooseBy };
}

/** Pretrains on the labeled images. What made the embeddings useless, or worse on the validation images, is undone. */
async function* pretrainUnlessWorse<C extends Constraints>(run: Run<C>): AsyncGenerator<TrainingEvent, void> {
  const { method, model, data, signal } = run;
  checkStart(method.name, await startProblem(run));
  const before = { arrays: await learnedArrays(model), score: (await judgement(run))?.score ?? -Infinity };
  yield* pretrainLabeled(method, model, data.examples, data.labels, signal);
  const harm = await harmOfPretraining(run, before.score);
  if (harm === undefined) return;
  restoreLearned(model, before.arrays);
  const explanation = `Pretraining was undone, because ${harm}: training starts from the network's initial weights.`;
  yield { kind: "pretraining-undone", explanation };
}

async function harmOfPretraining<C extends Constraints>(
  run: Run<C>,
  scoreBefore: number,
): Promise<string | undefined> {
  const problem = await startProblem(run);
  if (problem === "collapsed") return "all embeddings became one point";
  if (problem !== undefined) return "the embeddings were no longer finite";
  const { score = Infinity } = (await judgement(run)) ?? {};
  const { words } = choices[run.method.settings.chooseBy];
  return score < scoreBefore ? `${words} on the validation images had been better before` : undefined;
}

async function judgement<C extends Constraints>({ method: { settings }, model, judged }: Run<C>) {
  if (judged === undefined) return undefined;
  const metrics = await judge(model, judged, settings);
  return { metrics, score: choices[settings.chooseBy].score(metrics) };
}

/** What is wrong with the embeddings before the first epoch, if anything. */
async function startProblem<C extends Constraints>({
  model,
  data: { examples },
}: Run<C>): Promise<TrainingStop | undefined> {
  const few = selectExamples(examples, evenSample(examples.shape[0]));
  return breakdown(await sampleSpread(model, await preprocessImages(few, model.preprocessing)));
}

function checkStart(method: string, problem: TrainingStop | undefined): void {
  check(
    problem !== "collapsed",
    () =>
      `${method}: the network gives all examples the same embedding before training, so there is nothing to learn from. Check that the examples differ, and the layers of a network of your own.`,
  );
  check(
    problem !== "not-finite",
    () =>
      `${method}: the network's embeddings are not finite before training. Scale the examples to values such as those in [0, 1].`,
  );
}
