import { between, finiteNumber, fraction, oneOf, readOptions, wholeNumber } from "../core/options";
import { classesOf, unitRows, type Matrix, type Random } from "../core/values";
import { graphDefaults, type TwoSidedAffinities } from "../graph";
import { callableMiner, type CallableMiner } from "./callableMiner";
import type { MinedTriplets, MinerContext } from "./miner";

export interface BeliefMinerOptions {
  /** Neighbors per point. Default 10. */
  k?: number;
  /** γ of the propagation. Default 0.99. */
  gamma?: number | undefined;
  /** Where the graph is made: in the "metric" space of the zL (default), or of the "embeddings" z. */
  space?: "metric" | "embeddings";
  /** Triplets per partition, but at most four per point. Default 4,000. */
  triplets?: number;
  /** The share of the unlabeled points that is left out, the least confident. Default 0.05. */
  leaveOut?: number | undefined;
  /** Beliefs are raised to this power, then scaled to length one. Default 4. */
  sharpen?: number;
  /** How far the beliefs of an anchor and its positive must agree: the least F̂ᵢ·F̂ⱼ. Default 0.6. */
  agreement?: number;
  /** The share of labeled points among anchors, positives and negatives. Default 0.2. */
  labeledShare?: number;
  /** The first epochs, which learn from labeled points alone: before them, beliefs mean nothing. Default 2. */
  warmStart?: number | undefined;
}

export const beliefMinerDefaults = Object.freeze({
  ...graphDefaults,
  space: "metric",
  triplets: 4000,
  leaveOut: 0.05,
  sharpen: 4,
  agreement: 0.6,
  labeledShare: 0.2,
  warmStart: 2,
} as const);

const beliefMinerSchema = {
  k: wholeNumber({ min: 1, default: beliefMinerDefaults.k }),
  gamma: between(0, 1, { default: beliefMinerDefaults.gamma }),
  space: oneOf(["metric", "embeddings"], { default: beliefMinerDefaults.space }),
  triplets: wholeNumber({ min: 1, default: beliefMinerDefaults.triplets }),
  leaveOut: finiteNumber({ min: 0, below: 1, default: beliefMinerDefaults.leaveOut }),
  sharpen: finiteNumber({ min: 0, default: beliefMinerDefaults.sharpen }),
  agreement: fraction({ default: beliefMinerDefaults.agreement }),
  labeledShare: fraction({ default: beliefMinerDefaults.labeledShare }),
  warmStart: wholeNumber({ min: 0, default: beliefMinerDefaults.warmStart }),
};

/**
 * Mines by sign and confidence of the two-sided affinities: the classes take turns; an anchor is drawn with a probability proportional to its
 * confidence, its positive anywhere in the partition where both beliefs agree, its negative where W < 0. The least confident points are left
 * out. Losses see the sharpened beliefs of all points, and so the relation of every pair of a batch.
 *
 * @example const model = new AGML2({ miner: beliefMiner({ k: 5, leaveOut: 0.1 }) });
 */
export function beliefMiner(options: BeliefMinerOptions = {}): CallableMiner<Promise<MinedTriplets>> {
  const settings = readOptions("beliefMiner", options, beliefMinerSchema);
  const { k, gamma, space, warmStart } = settings;
  return callableMiner("beliefMiner", settings, async (context: MinerContext) => {
    if (context.epoch <= warmStart) return mineLabeled(context, settings);
    const affinities = await context.affinitiesOf({ k, gamma, space, sides: 2 });
    return mineBelieved(context, settings, affinities);
  });
}

type Settings = { [Option in keyof BeliefMinerOptions]-?: NonNullable<BeliefMinerOptions[Option]> };

/** Triplets among the labeled points alone. */
function mineLabeled({ labels, random }: MinerContext, settings: Settings): MinedTriplets {
  const classes = classesOf(labels);
  const C = classes.length;
  const beliefs = new Float32Array(labels.length * C).fill(1 / C);
  labels.forEach((label, i) => {
    if (label >= 0) beliefs.fill(0, i * C, (i + 1) * C)[i * C + classes.indexOf(label)] = 1;
  });
  return drawTriplets(
    { ...settings, labeledShare: 1 },
    labels,
    { data: beliefs, shape: [labels.length, C] },
    [],
    random,
  );
}

/** Triplets among all points that the affinities are confident about. */
function mineBelieved(
  { labels, random }: MinerContext,
  settings: Settings,
  { beliefs, confidence }: TwoSidedAffinities,
): MinedTriplets {
  const unlabeled = [...labels.keys()].filter((i) => labels[i] < 0);
  unlabeled.sort((i, j) => confidence[j] - confidence[i] || i - j);
  const kept = unlabeled.slice(0, Math.ceil(unlabeled.length * (1 - settings.leaveOut)));
  // Fᵢ^power, scaled to length one: Fᵢ·Fⱼ then says how far two beliefs agree.
  const sharp = unitRows({
    data: beliefs.data.map((value) => value ** settings.sharpen),
    shape: beliefs.shape,
  });
  const triplets = drawTriplets(settings, labels, sharp, kept, random, confidence);
  const { anchors, positives } = triplets;
  return {
    ...triplets,
    confidence,
    weights: Float32Array.from(anchors as Int32Array, (i, t) => confidence[i] * confidence[positives[t]]),
  };
}

/** More triplets of a small partition would only repeat each other. */
const mostPerPoint = 4;

/** How often a positive or negative is drawn anew where the beliefs do not allow it; after that the triplet is taken as it is. */
const tries = 20;

function drawTriplets(
  { triplets, agreement, labeledShare }: Settings,
  labels: Int32Array,
  beliefs: Matrix<Float32Array>,
  unlabeled: readonly number[],
  random: Random,
  confidence?: Float32Array,
): MinedTriplets & { beliefs: Matrix } {
  const [n, C] = beliefs.shape;
  const count = Math.min(triplets, mostPerPoint * n);
  const agree = (i: number, j: number) => {
    let product = 0;
    for (let c = 0; c < C; c++) product += beliefs.data[i * C + c] * beliefs.data[j * C + c];
    return product;
  };
  const likeliest = (i: number) => {
    const row = beliefs.data.subarray(i * C, (i + 1) * C);
    return row.indexOf(row.reduce((a, b) => Math.max(a, b), 0));
  };
  const labeled = [...labels.keys()].filter((i) => labels[i] >= 0);
  const byClass = (points: readonly number[]) => {
    const groups = Array.from({ length: C }, (): number[] => []);
    for (const i of points) groups[likeliest(i)].push(i);
    return groups.map((group) => weightedDraw(group, (i) => confidence?.[i] ?? 1, random));
  };
  const known = byClass(labeled);
  const believed = byClass(unlabeled);
  const draw = (c: number): number =>
    (random.uniform() < labeledShare ? (known[c]() ?? believed[c]()) : (believed[c]() ?? known[c]()))!;
  const [anchors, positives, negatives] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  for (let t = 0; t < count; t++) {
    const c = t % C;
    const anchor = draw(c);
    const until = (draw: () => number, isRight: (i: number) => boolean) => {
      let found = draw();
      for (let tried = 1; tried < tries && !isRight(found); tried++) found = draw();
      return found;
    };
    anchors[t] = anchor;
    positives[t] = until(
      () => draw(c),
      (i) => i !== anchor && agree(anchor, i) > agreement,
    );
    negatives[t] = until(
      () => draw((c + 1 + random.integer(C - 1)) % C),
      (i) => agree(anchor, i) < 0.5,
    );
  }
  return { count, anchors, positives, negatives, beliefs };
}

/** Draws an item with a probability proportional to its weight; undefined where there is none. */
function weightedDraw(
  items: readonly number[],
  weight: (item: number) => number,
  random: Random,
): () => number | undefined {
  const sums = new Float64Array(items.length);
  let total = 0;
  items.forEach((item, at) => {
    sums[at] = total += weight(item);
  });
  return () => {
    if (items.length === 0) return undefined;
    if (!(total > 0)) return items[random.integer(items.length)];
    const wanted = random.uniform() * total;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return items[low];
  };
}
