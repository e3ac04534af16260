import { check, plural, printsAs } from "../core";
import { tripletsText } from "../core/summaries";
import type { Random } from "../core/values";
import type { Triplets } from "./triplets";

/** For an anchor, the others of its class and all of other classes, ascending. */
export interface Candidates {
  anchor: number;
  positives: Int32Array;
  negatives: Int32Array;
}

/** Takes the triplet of the p-th positive and the n-th negative. */
export type Take = (p: number, n: number) => void;

/** More would not fit into memory: three positions of 4 bytes each. */
const limit = 2 ** 25;

/**
 * Triplets among the examples with a label, anchor by anchor in ascending order: those that `choose` takes, at most `perAnchor` of them, drawn
 * at random without repetition where there are more.
 */
export function labeledTriplets(
  name: string,
  labels: Int32Array,
  { perAnchor, random }: { perAnchor: number; random: Random },
  choose: (candidates: Candidates, take: Take) => void,
): Triplets {
  const columns = [growing(), growing(), growing()];
  for (const candidates of candidatesOf(labels)) {
    const { anchor, positives, negatives } = candidates;
    const pairs = growing();
    choose(candidates, (p, n) => {
      pairs.push(p * negatives.length + n);
    });
    const taken = pairs.values();
    const drawn =
      taken.length <= perAnchor
        ? taken
        : random
            .sample(taken.length, perAnchor)
            .sort()
            .map((i) => taken[i]);
    for (const pair of drawn) {
      columns[0].push(anchor);
      columns[1].push(positives[Math.floor(pair / negatives.length)]);
      columns[2].push(negatives[pair % negatives.length]);
    }
    check(
      columns[0].length() <= limit,
      () =>
        `${name}: ${plural(labels.length, "example")} have more than ${limit.toLocaleString("en-US")} such triplets. Set perAnchor, such as ${name}({ perAnchor: 10 }).`,
    );
  }
  const [anchors, positives, negatives] = columns.map((column) => column.values());
  const triplets = { count: anchors.length, anchors, positives, negatives };
  return printsAs(() => tripletsText(triplets), triplets);
}

/** For each labeled example that has others of its class and some of other classes. */
export function* candidatesOf(labels: Int32Array): Generator<Candidates> {
  const known = Int32Array.from(labels.keys()).filter((i) => labels[i] >= 0);
  const ofClass = new Map<number, { same: Int32Array; others: Int32Array }>();
  for (const anchor of known) {
    const label = labels[anchor];
    let members = ofClass.get(label);
    if (!members) {
      members = {
        same: known.filter((i) => labels[i] === label),
        others: known.filter((i) => labels[i] !== label),
      };
      ofClass.set(label, members);
    }
    const { same, others } = members;
    if (same.length > 1 && others.length > 0)
      yield { anchor, positives: same.filter((i) => i !== anchor), negatives: others };
  }
}

/** Positions whose number is not known beforehand. */
function growing() {
  let data = new Int32Array(64);
  let length = 0;
  return {
    push(value: number) {
      if (length === data.length) {
        const larger = new Int32Array(2 * length);
        larger.set(data);
        data = larger;
      }
      data[length++] = value;
    },
    length: () => length,
    values: () => data.slice(0, length),
  };
}
