import { check } from "../../core";
import { random } from "../../core/values";
import type { Triplets } from "../../mining";

export interface AnchorChoice {
  anchor: number;
  /** How it was chosen, in two lines. */
  note: string;
}

/**
 * An unlabeled anchor that shows what mining does: of those with neighbors of their own class and of others, one whose share of right
 * neighbors is the median, at random. A positive is right if it is of the anchor's class, a negative if it is not.
 */
export function typicalAnchor(
  triplets: Triplets,
  { labels, classes, seed }: { labels: Int32Array; classes: Int32Array; seed: number },
): AnchorChoice {
  const all = neighborhoods(triplets, classes).filter(({ anchor }) => labels[anchor] < 0);
  check(all.length > 0, () => "typicalAnchor: no triplet has an unlabeled anchor. Use more images.");
  const several = all.filter(({ isMixed }) => isMixed);
  const among = several.length > 0 ? several : all;
  const shares = among.map(({ right, count }) => right / count).sort((a, b) => a - b);
  const median = shares[(shares.length - 1) >> 1];
  const typical = among.filter(({ right, count }) => right / count === median);
  const { anchor, right, count } = typical[random(seed).integer(typical.length)];
  return {
    anchor,
    note: [
      `the anchor is random (seed ${seed}) among the ${typical.length} unlabeled images whose neighbors are right as often as the median, ${right} of ${count},`,
      `of the ${several.length} (of ${all.length}) with neighbors of their own class and of others`,
    ].join("\n"),
  };
}

interface Neighborhood {
  anchor: number;
  count: number;
  right: number;
  /** Whether some neighbors, and not all, are of the anchor's class. */
  isMixed: boolean;
}

function neighborhoods(
  { count, anchors, positives, negatives }: Triplets,
  classes: Int32Array,
): Neighborhood[] {
  const found = new Map<number, { count: number; right: number; seen: Set<boolean> }>();
  for (let t = 0; t < count; t++) {
    const own = found.get(anchors[t]) ?? { count: 0, right: 0, seen: new Set<boolean>() };
    const [anchor, positive, negative] = [anchors[t], positives[t], negatives[t]].map((i) => classes[i]);
    own.count += 2;
    own.right += Number(positive === anchor) + Number(negative !== anchor);
    own.seen.add(positive === anchor).add(negative === anchor);
    found.set(anchors[t], own);
  }
  return [...found].map(([anchor, { seen, ...counts }]) => ({ anchor, ...counts, isMixed: seen.size > 1 }));
}
