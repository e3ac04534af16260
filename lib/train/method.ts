import type * as tf from "@tensorflow/tfjs-core";
import type { Augmentation } from "../augment";
import { recordPart, type PartRecord } from "../core";
import type { Examples } from "../networks";
import type { Constraints, Learning } from "./learning";
import type { MetricPart } from "./metrics";
import type { Optimizer } from "./optimizers/optimizer";
import type { Sampler } from "./samplers";
import type { Schedule } from "./schedules";
import type { TrainingSettings } from "./trainingOptions";
import type { DeepModel } from "./model";

/**
 * A deep semi-supervised method by the paper's stochastic recipe (§1, "Our stochastic approach"), as a record of parts: on random
 * partitions of the data constraints are mined; then, epoch after epoch, mini-batches of them teach the metric L and the network θ in turn. The
 * trainer does the rest: partitions, validation, checkpoints, stops.
 */
export interface Method<C extends Constraints = Constraints> {
  readonly name: string;
  readonly settings: TrainingSettings;
  readonly learning: Learning<C>;
  readonly augment: readonly Augmentation[];
  readonly sampler: Sampler;
  readonly metric: MetricPart;
  readonly optimizer: Optimizer;
  readonly schedule: Schedule;
  /** η where neither the settings nor the optimizer give one. */
  learningRate(network: string): number;
  /** Before every epoch, for metrics that are learned on whole partitions: the new L. */
  learnMetric?(
    model: Pick<DeepModel, "network" | "metric">,
    examples: Examples,
    constraints: C,
    signal: AbortSignal | undefined,
  ): Promise<tf.Tensor2D>;
}

/** The parts of a method as checkpoints and result rows keep them. */
export type PartRecords = Record<string, PartRecord | PartRecord[]>;

/** What a method is made of. */
export function recordParts(
  method: Pick<Method, "learning" | "augment" | "sampler" | "metric" | "optimizer" | "schedule">,
): PartRecords {
  const { learning, augment, sampler, metric, optimizer, schedule } = method;
  return {
    ...learning.parts,
    augment: recordPart(augment),
    sampler: recordPart(sampler),
    metric: recordPart(metric),
    optimizer: recordPart(optimizer),
    schedule: recordPart(schedule),
  };
}
