import { describeValue, hasHoles, isList, wholeNumber, wrongValue } from "../options";
import { check } from "../errors";

/** A seeded stream of random numbers; the same seed gives the same stream on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Uniform integer in [0, n). */
  integer(n: number): number;
  /** Shuffles in place (Fisher–Yates) and returns its argument. */
  shuffle<T extends { length: number; [index: number]: unknown }>(items: T): T;
  /** `count` distinct integers of [0, n), in random order. */
  sample(n: number, count: number): Int32Array;
}

const size = wholeNumber({ min: 0, max: 2 ** 27 });

/**
 * Seeded generator: xoshiro128** (Blackman & Vigna 2018), its state filled by splitmix32.
 *
 * @example
 * const draw = random(1);
 * draw.integer(10); // → 5
 * draw.sample(100, 3); // → [88, 47, 36]
 */
export function random(seed: number): Random {
  check(
    Number.isSafeInteger(seed),
    () => `random: seed must be an integer, got ${describeValue(seed)}. Pass a whole number such as 1.`,
  );
  let mix = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  const splitmix = () => {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix(), splitmix()];

  const rotate = (x: number, bits: number) => (x << bits) | (x >>> (32 - bits));
  const next = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return result;
  };

  const uniform = () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
  const integer = (n: number) => Math.floor(uniform() * n);
  let spare: number | undefined;

  return {
    uniform,
    integer(n) {
      if (typeof n !== "number" || !(n >= 0)) throw wrongValue("random.integer: n", size.words, n);
      return integer(n);
    },
    normal() {
      if (spare !== undefined) {
        const value = spare;
        spare = undefined;
        return value;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
      const angle = 2 * Math.PI * uniform();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
    shuffle(items) {
      if (!isList(items) || hasHoles(items))
        throw wrongValue("random.shuffle: items", "an array without holes", items);
      size.read(items.length, "random.shuffle: the number of items");
      for (let i = items.length - 1; i > 0; i--) {
        const j = integer(i + 1);
        [items[i], items[j]] = [items[j], items[i]];
      }
      return items;
    },
    sample(n, count) {
      size.read(n, "random.sample: n");
      wholeNumber({ min: 0, max: n }).read(count, "random.sample: count");
      const pool = Int32Array.from({ length: n }, (_, i) => i);
      for (let i = 0; i < count; i++) {
        const j = i + integer(n - i);
        const picked = pool[j];
        pool[j] = pool[i]!;
        pool[i] = picked;
      }
      return pool.slice(0, count);
    },
  };
}
