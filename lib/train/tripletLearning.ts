import * as tf from "@tensorflow/tfjs-core";
import { check, plural, recordPart } from "../core";
import type { Matrix } from "../core/values";
import type { NamedArray } from "../io/files";
import {
  batchWith,
  countClasses,
  differentiatedProblem,
  evaluateLoss,
  isIndependence,
  relationsOf,
  type Loss,
  type LossBatch,
} from "../losses";
import {
  areSingle,
  minerContextOf,
  readMined,
  selectTriplets,
  tripletQuality,
  type Miner,
  type TripletConstraints,
} from "../mining";
import type { Batch, ConstraintLimits, Learning, LearningState } from "./learning";
import { readRows } from "./minerContext";
import { savedArray, savedPositions } from "./savedConstraints";

/** Learning from the triplets of a miner by a loss. */
export function tripletLearning(miner: Miner, loss: Loss): Learning<TripletConstraints> {
  return {
    parts: { miner: recordPart(miner), loss: recordPart(loss) },
    mine: async (context) => readMined(miner, await miner(context), context.labels.length),
    minedEvent: (triplets, { labels, trueLabels }, graph) => ({
      kind: "triplets",
      triplets,
      ...(trueLabels &&
        !areSingle(triplets) && {
          quality: tripletQuality(triplets, trueLabels, graph && { graph, labels }),
        }),
    }),
    positions: ({ anchors, positives, negatives }) => ({ anchors, positives, negatives }),
    classes: ({ anchors, beliefs, labels: made }, known) => {
      const labels = made ?? known;
      return anchors.map((i) => (labels[i] >= 0 ? labels[i] : likeliest(beliefs, i)));
    },
    select: (triplets, chosen) => selectTriplets(triplets, chosen),
    // With several views, the positive is seen in another view than the anchor, so that a point can be its own positive.
    placed: ({ count, weights }, { anchors, positives, negatives }, otherView) => ({
      count,
      anchors,
      positives: positives.map((place) => place + otherView),
      negatives,
      ...(weights && { weights }),
    }),
    async problem(batch) {
      const given = await minedAnew(loss, batch);
      return loss.metricProblem?.(given) ?? differentiatedProblem(loss, given);
    },
    ...((loss.learned ?? loss.memory) && { state: stateOf(loss) }),
    async valueAndGradient(batch) {
      const given = await minedAnew(loss, batch);
      const { value, gradient, learned } = differentiated(loss, given);
      const [number] = await value.data();
      value.dispose();
      if (!Number.isFinite(number)) tf.dispose([gradient, learned]);
      check(
        Number.isFinite(number),
        () =>
          `loss: ${loss.name || "the function"} must return a finite number, got ${number} on a batch of ${plural(batch.constraints.count, "triplet")}.`,
      );
      return { value: number, gradient, learned };
    },
    save: ({ count, anchors, positives, negatives, weights, beliefs, confidence, labels }) => ({
      count: named(Int32Array.of(count)),
      anchors: named(anchors),
      positives: named(positives),
      negatives: named(negatives),
      ...(weights && { weights: named(weights) }),
      ...(beliefs && { beliefs }),
      ...(confidence && { confidence: named(confidence) }),
      ...(labels && { labels: named(labels) }),
    }),
    restore: restoreTriplets,
  };
}

/** The batch as a loss sees it, with triplets that it mined anew if it has a miner. */
async function minedAnew(loss: Loss, batch: Batch<TripletConstraints>): Promise<LossBatch> {
  const given = lossBatch(batch);
  if (!loss.miner) return given;
  const projected = given.projected;
  const points = {
    embeddings: await readRows(given.embeddings),
    projected: await readRows(projected),
    labels: given.labels,
    seed: batch.seed,
  };
  projected.dispose();
  const mined = await loss.miner(minerContextOf(points).context);
  return batchWith(given, { triplets: readMined(loss.miner, mined, given.labels.length, 0) });
}

/** What a loss learns and remembers. */
function stateOf(loss: Loss): LearningState<TripletConstraints> {
  const { remember } = loss;
  return {
    start({ labels: made }, known, [embedding, dimension], random) {
      const labels = made ?? known;
      const shape = { classes: countClasses(labels), points: labels.length, embedding, dimension };
      return {
        learned: loss.learned?.(shape, random) ?? {},
        memory: loss.memory?.(shape, random) ?? {},
      };
    },
    keeps: ({ labels }) => labels === undefined,
    rate: loss.learnedRate ?? 1,
    ...(remember && { remember: (batch) => remember(lossBatch(batch)) }),
  };
}

/** The loss and its gradients by z and by what it learns. */
function differentiated(
  loss: Loss,
  batch: LossBatch,
): { value: tf.Scalar; gradient: tf.Tensor2D; learned: Record<string, tf.Tensor> } {
  const names = Object.keys(batch.learned);
  const valueAt = (embeddings: tf.Tensor, ...learned: tf.Tensor[]) =>
    evaluateLoss(
      loss,
      batchWith(batch, {
        embeddings: embeddings as tf.Tensor2D,
        learned: Object.fromEntries(names.map((name, i) => [name, learned[i]])),
      }),
    );
  try {
    return tf.tidy(() => {
      const { value, grads } = tf.valueAndGrads(valueAt)([batch.embeddings, ...Object.values(batch.learned)]);
      const [gradient, ...learned] = grads;
      return {
        value: value,
        gradient: gradient as tf.Tensor2D,
        learned: Object.fromEntries(names.map((name, i) => [name, learned[i]])),
      };
    });
  } catch (error) {
    check(
      !isIndependence(error),
      () =>
        `loss: ${loss.name || "the function"} does not depend on the embeddings${names.length > 0 ? `, or not on all that it learns (${names.join(", ")})` : ""}, so nothing can be learned. Compute it from batch.embeddings or batch.projected with operations of tf, without reading their numbers.`,
    );
    throw error;
  }
}

const named = (data: NamedArray["data"]): NamedArray => ({ data, shape: [data.length] });

/** The batch as a loss sees it. */
function lossBatch(batch: Batch<TripletConstraints>): LossBatch {
  const { embeddings, metric, constraints, positions, views, all, labels: known, learned, memory } = batch;
  const labels = all.labels ?? known;
  const own = positions.map((i) => labels[i]);
  const confidence = Float32Array.from(positions, (i) => (labels[i] >= 0 ? 1 : (all.confidence?.[i] ?? 1)));
  let relations: Matrix<Float32Array> | undefined;
  return batchWith({
    embeddings,
    metric,
    labels: own,
    triplets: constraints,
    confidence,
    positions,
    views,
    seed: batch.seed,
    classCount: countClasses(labels),
    learned,
    memory,
    get relations() {
      return (relations ??= relationsOf(own, positions, all.beliefs));
    },
  });
}

/** The class that is believed in most. */
function likeliest(beliefs: Matrix<Float32Array> | undefined, i: number): number {
  if (!beliefs) return -1;
  const classes = beliefs.shape[1];
  const own = beliefs.data.subarray(i * classes, (i + 1) * classes);
  return own.indexOf(own.reduce((a, b) => Math.max(a, b), 0));
}

/** The triplets in a checkpoint. */
function restoreTriplets(arrays: Record<string, NamedArray>, limits: ConstraintLimits): TripletConstraints {
  const [anchors, positives, negatives] = ["anchors", "positives", "negatives"].map((role) =>
    savedPositions(arrays, role, limits),
  );
  const count = anchors.length;
  check(
    positives.length === count && negatives.length === count,
    () =>
      `its triplets have ${count} anchors, ${positives.length} positives and ${negatives.length} negatives`,
  );
  const floats = (name: string, length: number, rank: number) => {
    const { data, shape } = savedArray(arrays, name);
    check(
      data instanceof Float32Array &&
        data.every(Number.isFinite) &&
        shape[0] === length &&
        shape.length === rank,
      () => `its ${name} are not ${plural(length, "row")} of finite numbers`,
    );
    return { data, shape };
  };
  const beliefs = "beliefs" in arrays ? floats("beliefs", limits.examples, 2) : undefined;
  return {
    count,
    anchors,
    positives,
    negatives,
    ...("weights" in arrays && { weights: floats("weights", count, 1).data }),
    ...("labels" in arrays && { labels: savedLabels(arrays, limits.examples) }),
    ...("confidence" in arrays && { confidence: floats("confidence", limits.examples, 1).data }),
    ...(beliefs && { beliefs: { data: beliefs.data, shape: beliefs.shape as [number, number] } }),
  };
}

function savedLabels(arrays: Record<string, NamedArray>, examples: number): Int32Array {
  const { data } = savedArray(arrays, "labels");
  check(
    data.length === examples &&
      data.every((label) => Number.isInteger(label) && label >= -1 && label < examples),
    () => `its labels are not ${plural(examples, "class number")}`,
  );
  return Int32Array.from(data);
}
