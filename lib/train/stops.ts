import { embed, selectExamples, type Examples } from "../networks";
import { plural } from "../core";
import { choices } from "./chooseBy";
import type { TrainingStop } from "./events";
import type { DeepModel } from "./model";
import { collapse, spreadOf } from "./spread";
import type { TrainingSettings } from "./trainingOptions";

/** What is wrong with embeddings that are spread so, if anything. */
export function breakdown(spread: number): TrainingStop | undefined {
  if (!Number.isFinite(spread)) return "not-finite";
  return spread > collapse ? undefined : "collapsed";
}

/** At most 200 of n positions, evenly spaced. */
export function evenSample(n: number): Int32Array {
  const length = Math.min(200, n);
  return Int32Array.from({ length }, (_, i) => Math.floor((i * n) / length));
}

/** The spread of a few prepared examples' embeddings. */
export async function sampleSpread(
  { network }: Pick<DeepModel, "network">,
  examples: Examples,
): Promise<number> {
  const z = embed(network, selectExamples(examples, evenSample(examples.shape[0])));
  const spread = await spreadOf(z);
  z.dispose();
  return spread;
}

/**
 * A stop's reason in a sentence, and which epoch's model is kept.
 *
 * @param epoch - Epochs done.
 * @param chosen - The epoch of the model that was chosen, 0 for the start; undefined where the model is as it was at the stop.
 */
export function explain(
  stop: TrainingStop,
  epoch: number,
  chosen: number | undefined,
  { epochs, patience, chooseBy }: Pick<TrainingSettings, "epochs" | "patience" | "chooseBy">,
): string {
  const kept =
    chosen === undefined
      ? ""
      : chosen === 0
        ? epoch > 0
          ? ` No epoch was better than the start on the validation images, by ${choices[chooseBy].words}: the model from before the first epoch is kept.`
          : " The model is the one from before the first epoch."
        : ` The model of epoch ${chosen} is kept.`;
  switch (stop) {
    case "completed":
      return `${epochs === 1 ? "The epoch is" : `All ${plural(epochs, "epoch")} are`} done.${kept}`;
    case "early-stop":
      return `No better validation score in ${plural(patience, "epoch")}.${kept}`;
    case "aborted":
      return `Stopped on request after ${plural(epoch, "epoch")}.${kept}`;
    case "collapsed":
      return `In epoch ${epoch + 1} all embeddings became one point. Lower the learning rate.${kept}`;
    case "not-finite":
      return `In epoch ${epoch + 1} the embeddings were no longer finite. Lower the learning rate, and check parts of your own for NaN.${kept}`;
  }
}
