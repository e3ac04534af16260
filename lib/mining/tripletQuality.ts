import { readRecord } from "../core/options";
import { check, plural, printsAs } from "../core";
import { checkGraph, incomingEdges, type KnnGraph } from "../graph";
import { readLabels, readNamedGroups, type Labels } from "../core/values";
import { checkTriplets, type Triplets } from "./triplets";

/** How many of some positives or negatives are right, as a row to tabulate or plot. */
export interface QualityRow {
  /** What the anchors have in common: "all", "class" (the anchor's) or "hops" (to the nearest labeled point). */
  by: "all" | "class" | "hops";
  /** The class or the number of hops; −1 for "all", and for anchors that no labeled point reaches. */
  value: number;
  role: "positive" | "negative";
  count: number;
  right: number;
  /** right / count */
  share: number;
}

export interface TripletQuality {
  /** The share of positives of the anchor's class. */
  positives: number;
  /** The share of negatives of another class. */
  negatives: number;
  rows: QualityRow[];
  /** The names of the classes, if the true labels were names. */
  classNames?: readonly string[];
}

/**
 * Judges triplets by the true labels, which mining did not see: a positive is right if it shares the anchor's class, a negative if it
 * does not. Points without a true label (−1) judge nothing. In all, by the anchor's class and, given the graph and the labels that the propagation saw (−1 unlabeled), by the anchor's
 * distance in the graph from the nearest labeled point.
 *
 * @example
 * const quality = tripletQuality(triplets, classes);
 * quality.positives; // → 1
 */
export function tripletQuality(
  triplets: Triplets,
  trueLabels: Labels,
  propagated?: { graph: KnnGraph; labels: Labels },
): TripletQuality {
  checkTriplets(triplets, "tripletQuality");
  const { groups: classes, names } = readNamedGroups(trueLabels, "tripletQuality: trueLabels");
  const largest = [triplets.anchors, triplets.positives, triplets.negatives].reduce(
    (max, indices) => indices.reduce((a, b) => Math.max(a, b), max),
    -1,
  );
  check(
    largest < classes.length,
    () =>
      `tripletQuality: trueLabels must have a label for each point, got ${plural(classes.length, "label")} for point ${largest}.`,
  );
  const tally = newTally();
  const hops = propagated === undefined ? undefined : hopsOf(propagated);
  for (let t = 0; t < triplets.count; t++) {
    const anchor = triplets.anchors[t];
    const label = classes[anchor];
    const others = [
      ["positive", classes[triplets.positives[t]]],
      ["negative", classes[triplets.negatives[t]]],
    ] as const;
    for (const [role, other] of others) {
      if (label < 0 || other < 0) continue;
      const right = (other === label) === (role === "positive");
      tally.count("all", -1, role, right);
      tally.count("class", label, role, right);
      if (hops) tally.count("hops", hops[anchor], role, right);
    }
  }
  const rows = tally.rows();
  const total = (role: QualityRow["role"]) =>
    rows.find((row) => row.by === "all" && row.role === role)?.share ?? NaN;
  const quality = {
    positives: total("positive"),
    negatives: total("negative"),
    rows,
    ...(names && { classNames: names }),
  };
  return printsAs(() => qualityText(triplets.count, quality), quality);
}

/** "600 triplets: 80.8 % of the positives and 22.7 % of the negatives are right" */
function qualityText(count: number, { positives, negatives }: TripletQuality): string {
  const head = plural(count, "triplet");
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return count === 0
    ? head
    : `${head}: ${percent(positives)} of the positives and ${percent(negatives)} of the negatives are right`;
}

function hopsOf(propagated: { graph: KnnGraph; labels: Labels }): Int32Array {
  const { graph, labels } = readRecord<typeof propagated>(
    "tripletQuality: propagated",
    propagated,
    "{ graph, labels }",
    {},
  );
  return hopsToLabeled(graph, labels);
}

function newTally() {
  const rows = new Map<string, QualityRow>();
  return {
    count(by: QualityRow["by"], value: number, role: QualityRow["role"], right: boolean) {
      const key = `${by} ${value} ${role}`;
      let row = rows.get(key);
      if (!row) rows.set(key, (row = { by, value, role, count: 0, right: 0, share: 0 }));
      row.count++;
      if (right) row.right++;
    },
    rows(): QualityRow[] {
      const order = ["all", "class", "hops"];
      return [...rows.values()]
        .map((row) => ({ ...row, share: row.right / row.count }))
        .sort(
          (a, b) =>
            order.indexOf(a.by) - order.indexOf(b.by) || a.value - b.value || (a.role < b.role ? 1 : -1),
        );
    },
  };
}

/**
 * For each point the number of links, followed in either direction, to the nearest labeled point; −1 where there is no way.
 *
 * @example hopsToLabeled(graph, labels); // → [0, 1, 1, 0, 1, 1]
 */
export function hopsToLabeled(graph: KnnGraph, labels: Labels): Int32Array {
  checkGraph(graph, "hopsToLabeled", true);
  const { n, k, neighbors } = graph;
  const known = readLabels(labels, "hopsToLabeled");
  check(
    known.length === n,
    () =>
      `hopsToLabeled: labels must have a label for each of the ${plural(n, "point")}, got ${known.length}.`,
  );
  const { starts, sources } = incomingEdges(graph);
  const hops = new Int32Array(n).fill(-1);
  const queue = new Int32Array(n);
  let end = 0;
  const reach = (i: number, distance: number) => {
    if (hops[i] >= 0) return;
    hops[i] = distance;
    queue[end++] = i;
  };
  for (let i = 0; i < n; i++) if (known[i] >= 0) reach(i, 0);
  for (let head = 0; head < end; head++) {
    const i = queue[head];
    for (let e = i * k; e < (i + 1) * k; e++) reach(neighbors[e], hops[i] + 1);
    for (let e = starts[i]; e < starts[i + 1]; e++) reach(sources[e], hops[i] + 1);
  }
  return hops;
}
