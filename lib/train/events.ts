import type { Affinities, KnnGraph } from "../graph";
import type { PretrainingEvent } from "./softmaxPretraining";
import type { TripletQuality, Triplets } from "../mining";
import type { ChooseBy, ValidationMetrics } from "./chooseBy";
import type { BatchOutcome } from "./trainBatch";

/** Why a run ended. */
export type TrainingStop = "completed" | "early-stop" | "collapsed" | "not-finite" | "aborted";

/** An epoch in one row, ready to tabulate and plot. */
export interface EpochRow {
  epoch: number;
  partition: number;
  /** The network's mean loss over the epoch's batches. */
  loss: number;
  /** The mean of 1 − ‖mean of z‖² over the batches: how far the embeddings are spread on the sphere, in [0, 1]. */
  spread: number;
  learningRate: number;
  /** On the validation images, where there are any. */
  nmi?: number;
  recallAt1?: number;
  /** Where the best epoch is chosen by it. */
  mapAtR?: number;
}

/** What happens in the run of a deep method, in this order. */
export type TrainingEvent =
  | { kind: "preprocessing"; name: string; done: number; total: number }
  | {
      kind: "started";
      engine: string;
      images: number;
      labeled: number;
      classes: number;
      parameters: number;
      epoch: number;
    }
  | PretrainingEvent
  /** Pretraining did harm, and training starts from the network's initial weights. */
  | { kind: "pretraining-undone"; explanation: string }
  | { kind: "partition"; partition: number; partitions: number; size: number; positions: Int32Array }
  | { kind: "graph"; graph: KnnGraph }
  | { kind: "affinities"; affinities: Affinities }
  | { kind: "triplets"; triplets: Triplets; quality?: TripletQuality }
  | { kind: "constraints"; count: number }
  | { kind: "metric"; epoch: number; elapsedMs: number }
  | ({ kind: "batch"; epoch: number; epochs: number; batch: number; batches: number } & BatchOutcome)
  | ({ kind: "epoch"; epochs: number; elapsedMs: number } & EpochRow)
  /** Epoch 0 is the starting point. `best` is judged by what `chooseBy` names. */
  | { kind: "evaluation"; epoch: number; metrics: ValidationMetrics; best: boolean; chooseBy?: ChooseBy }
  | { kind: "checkpoint"; path: string; epoch: number }
  | {
      kind: "finished";
      stopReason: TrainingStop;
      explanation: string;
      epoch: number;
      /** 0 for the starting point. */
      bestEpoch: number;
      history: EpochRow[];
    };
