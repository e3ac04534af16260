import { tf } from "ssdml";
import type { Random } from "../../../../lib/core/values/random";

/** Each option is given in half of the calls. */
export function some<T extends object>(random: Random, options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(() => random.uniform() < 0.5)) as Partial<T>;
}

/** One of several. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[random.integer(choices.length)];
}

/** A matrix in one of the forms that are taken. */
export function matrix(random: Random, rows: readonly (readonly number[])[]): unknown {
  const shape = [rows.length, rows[0].length];
  return pick(random, [
    () => rows,
    () => ({ data: Float64Array.from(rows.flat()), shape }),
    () => ({ data: Float32Array.from(rows.flat()), shape }),
    () => ({ data: rows.flat(), shape }),
    () => tf.tensor2d(rows as number[][]),
  ])();
}

/** Numbers as an array or a typed array. */
export function numbers(random: Random, values: ArrayLike<number>): unknown {
  return pick(random, [
    () => Array.from(values),
    () => Int32Array.from(values),
    () => Float64Array.from(values),
  ])();
}
