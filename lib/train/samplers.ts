import { check, namedPart, type Part } from "../core";
import { describeValue, functionValue, isNumberArray } from "../core/options";
import type { Random } from "../core/values";

/** What a sampler draws from. */
export interface SamplerContext {
  /** The number of triplets or pairs of the partition. */
  count: number;
  /** Triplets or pairs per mini-batch. */
  batchSize: number;
  /** For each of them the class of its anchor or first point: its label, or the class that the miner believes in, else −1. */
  classes: Int32Array;
  random: Random;
}

/** Draws the mini-batches of an epoch: for each the positions of its triplets or pairs. */
export type Sampler = ((context: SamplerContext) => Iterable<Int32Array>) & Partial<Pick<Part, "settings">>;

/**
 * Every triplet once per epoch, in random order (Algorithm 1).
 *
 * @example
 * const context = { count: 5, batchSize: 2, classes: Int32Array.of(0, 0, 1, 1, 1), random: random(1) };
 * Array.from(uniformSampler()(context), (batch) => batch.length); // → [2, 2, 1]
 */
export function uniformSampler(): Sampler {
  return namedPart("uniformSampler", {}, ({ count, batchSize, random }: SamplerContext) => {
    const order = random.shuffle(Int32Array.from({ length: count }, (_, i) => i));
    return Array.from({ length: Math.ceil(count / batchSize) }, (_, i) =>
      order.subarray(i * batchSize, (i + 1) * batchSize),
    );
  });
}

/**
 * Every triplet once per epoch, in random order, in batches of nearly the same size: none is left with one or two triplets at the end.
 *
 * @example
 * const context = { count: 5, batchSize: 4, classes: Int32Array.of(0, 0, 1, 1, 1), random: random(1) };
 * Array.from(evenSampler()(context), (batch) => batch.length); // → [2, 3]
 */
export function evenSampler(): Sampler {
  return namedPart("evenSampler", {}, ({ count, batchSize, random }: SamplerContext) => {
    const order = random.shuffle(Int32Array.from({ length: count }, (_, i) => i));
    const batches = Math.ceil(count / batchSize);
    const start = (batch: number) => Math.floor((batch * count) / batches);
    return Array.from({ length: batches }, (_, batch) => order.subarray(start(batch), start(batch + 1)));
  });
}

/**
 * Batches with equally many anchors of each class, as far as the class is known or believed; anchors of unknown class count as one more class.
 * A small class repeats its triplets, in a new random order each time. As many batches as `uniformSampler` has.
 *
 * @example
 * const classes = Int32Array.of(0, 1, 1, 1);
 * const batches = classBalancedSampler()({ count: 4, batchSize: 2, classes, random: random(1) });
 * Array.from(batches, (batch) => Array.from(batch, (i) => classes[i]).sort()); // → [[0, 1], [0, 1]]
 */
export function classBalancedSampler(): Sampler {
  return namedPart("classBalancedSampler", {}, ({ count, batchSize, classes, random }: SamplerContext) => {
    const groups = new Map<number, number[]>();
    for (let i = 0; i < count; i++) {
      const group = groups.get(classes[i]);
      if (group) group.push(i);
      else groups.set(classes[i], [i]);
    }
    const draws = [...groups.keys()].sort((a, b) => a - b).map((key) => cycle(groups.get(key)!, random));
    const start = random.integer(draws.length);
    let drawn = 0;
    return Array.from({ length: Math.ceil(count / batchSize) }, (_, batch) =>
      Int32Array.from({ length: Math.min(batchSize, count - batch * batchSize) }, () =>
        draws[(start + drawn++) % draws.length](),
      ),
    );
  });
}

/** Draws the items again and again, shuffled anew for each round. */
function cycle(items: number[], random: Random): () => number {
  let at = items.length;
  return () => {
    if (at === items.length) {
      random.shuffle(items);
      at = 0;
    }
    return items[at++];
  };
}

/** The batches of a sampler, which may be the caller's own: at least one, each with at least one valid position. */
export function drawBatches(sampler: Sampler, context: SamplerContext): Int32Array[] {
  const name = `sampler: what ${sampler.name || "it"} returns`;
  const drawn: unknown = sampler(context);
  check(
    typeof drawn === "object" && drawn !== null && Symbol.iterator in drawn,
    () => `${name} must be a list of batches, got ${describeValue(drawn)}.`,
  );
  const batches = [...(drawn as Iterable<Int32Array>)].map((batch) => {
    check(
      (Array.isArray(batch) || isNumberArray(batch)) && batch.length > 0,
      () => `${name} must be lists of positions, got ${describeValue(batch)} as a batch.`,
    );
    return Int32Array.from(batch as ArrayLike<number>, (position) => {
      check(
        Number.isInteger(position) && position >= 0 && position < context.count,
        () => `${name} must be positions in [0, ${context.count - 1}], got ${describeValue(position)}.`,
      );
      return position;
    });
  });
  check(batches.length > 0, () => `${name} must have at least one batch, got none.`);
  return batches;
}

/** Rejects anything that is not a function. */
export const samplerValue = functionValue<Sampler>("a sampler such as uniformSampler()");
