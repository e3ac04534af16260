import { check } from "../common/errors";

/** Refuses misspelt options: `tsne: there is no option "perplexty". The options are …`. */
export function checkOptionNames(name: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  check(
    unknown === undefined,
    () => `${name}: there is no option "${unknown}". The options are ${known.join(", ")}.`,
  );
}

/** Refuses what is not a whole number in [least, most]. */
export function checkWhole(
  name: string,
  option: string,
  value: number,
  least: number,
  most = Infinity,
): void {
  const range = most === Infinity ? `of at least ${least}` : `in [${least}, ${most}]`;
  check(
    Number.isInteger(value) && value >= least && value <= most,
    () => `${name}: ${option} must be a whole number ${range}, got ${value}. Pass one, or leave it out.`,
  );
}

/** Refuses what cannot seed the random numbers. */
export function checkSeed(name: string, seed: number): void {
  check(
    Number.isSafeInteger(seed),
    () => `${name}: seed must be a whole number, got ${seed}. Pass one such as 1.`,
  );
}
