import * as tf from "@tensorflow/tfjs-core";
import { check, namedPart } from "../core";
import { isRecord, isTensor, objectValue, optional, readOptions, seed } from "../core/options";
import { random, readLabels, toTensor, type Labels, type MatrixLike } from "../core/values";
import { allTriplets } from "../mining";
import { batchWith, countClasses, type Loss, type LossBatch } from "./loss";
import { relationsOf } from "./relations";

export interface LossAloneOptions {
  /** What the loss learns, such as { proxies }, by the names of `loss.learned`. Default: drawn from the seed. */
  learned?: Readonly<Record<string, tf.Tensor>> | undefined;
  /** For what is drawn at random: initial values of what is learned, and what a miner draws. Default 1. */
  seed?: number;
}

/** A loss that is also a function of embeddings [b, d] and labels, −1 for unlabeled. The caller owns the scalar. */
export type CallableLoss = Loss &
  ((embeddings: MatrixLike, labels: Labels, options?: LossAloneOptions) => tf.Scalar);

/** What a loss was called with besides a batch of the training. */
export interface AloneCall {
  seed: number;
}

const aloneSchema = {
  learned: optional(objectValue<Readonly<Record<string, tf.Tensor>>>("tensors by name")),
  seed: seed(),
};

/**
 * Makes a loss of a function of a batch: `loss(batch)` for training, and `loss(embeddings, labels)` on its own, where L is I and every triplet
 * of the labels is given. The function is told of the second by `alone`.
 */
export function callableLoss(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  value: (batch: LossBatch, alone?: AloneCall) => tf.Scalar,
  more: Omit<Loss, "settings"> = {},
): CallableLoss {
  const loss = (given: LossBatch | MatrixLike, labels?: Labels, options: LossAloneOptions = {}) =>
    tf.tidy(() => {
      if (isBatch(given)) return value(given);
      const { learned, seed } = readOptions(name, options, aloneSchema);
      return value(aloneBatch(name, given, labels!, more, learned, seed), { seed });
    });
  return namedPart(name, settings, Object.assign(loss, more));
}

const isBatch = (given: unknown): given is LossBatch => isRecord(given) && "embeddings" in given;

/** Embeddings and labels as a batch. */
function aloneBatch(
  name: string,
  given: MatrixLike,
  labels: Labels,
  loss: Pick<Loss, "learned" | "memory">,
  learned: Readonly<Record<string, tf.Tensor>> | undefined,
  seed: number,
): LossBatch {
  const embeddings = toTensor(given, `${name}: embeddings`);
  const [b, dimension] = embeddings.shape;
  const known = readLabels(labels, name, b);
  const positions = Int32Array.from(known.keys());
  const shape = { classes: countClasses(known), points: b, embedding: dimension, dimension };
  const made = loss.learned?.(shape, random(seed)) ?? {};
  const batch = batchWith({
    embeddings,
    metric: tf.eye(dimension),
    labels: known,
    get triplets() {
      return allTriplets()({ data: new Float32Array(b), shape: [b, 1] }, known);
    },
    get relations() {
      return relationsOf(known, positions, undefined);
    },
    confidence: new Float32Array(b).fill(1),
    positions,
    views: new Int32Array(b),
    seed,
    classCount: shape.classes,
    learned: learned === undefined ? made : readLearned(name, learned, made),
    memory: loss.memory?.(shape, random(seed)) ?? {},
  });
  // L is I, and few losses read the triplets: they are listed when they are read.
  return Object.defineProperty(batch, "projected", { value: embeddings });
}

/** The tensors that were passed, which must be those that the loss would make. */
function readLearned(
  name: string,
  given: Readonly<Record<string, tf.Tensor>>,
  made: Record<string, tf.Tensor>,
): Record<string, tf.Tensor> {
  for (const key of new Set([...Object.keys(made), ...Object.keys(given)])) {
    const [tensor, wanted] = [given[key], made[key]] as [unknown, tf.Tensor | undefined];
    check(
      wanted !== undefined,
      () =>
        `${name}: learned.${key} is not what this loss learns; it learns ${Object.keys(made).join(", ") || "nothing"}. Leave it out.`,
    );
    check(
      isTensor(tensor) && String(tensor.shape) === String(wanted.shape),
      () =>
        `${name}: learned.${key} must be a tensor of shape [${wanted.shape.join(", ")}], got ${isTensor(tensor) ? `[${tensor.shape.join(", ")}]` : String(tensor)}.`,
    );
  }
  return given;
}
