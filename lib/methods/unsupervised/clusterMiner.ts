import { multiply, symmetricEigen, transposeMultiply } from "../../algebra";
import { check, namedPart } from "../../core";
import { readOptions, wholeNumber } from "../../core/options";
import { centerRows, unitRows, type Matrix, type Random } from "../../core/values";
import { kMeans } from "../../evaluate";
import { singles, type MinedTriplets, type Miner, type MinerContext } from "../../mining";

export interface ClusterMinerOptions {
  /** Clusters; fewer where the partition has fewer different points. About ten times the number of classes. Default 100. */
  clusters?: number;
  /** The most principal directions that k-means sees. Default 256. */
  directions?: number;
}

export const clusterMinerDefaults = Object.freeze({ clusters: 100, directions: 256 });

const clusterMinerSchema = {
  clusters: wholeNumber({ min: 2, default: clusterMinerDefaults.clusters }),
  directions: wholeNumber({ min: 1, default: clusterMinerDefaults.directions }),
};

/** Lloyd's iterations of each clustering; it is only used for an epoch. */
const iterations = 20;

/**
 * Clusters as classes (DeepCluster, Caron et al. 2018): the zL of the partition are projected on their principal directions, whitened, scaled to
 * length one and clustered by k-means. As many examples are drawn as the partition has, equally many of each cluster: small clusters repeat
 * theirs. Losses see the number of its cluster as the class of each example.
 *
 * @example const model = new AGML({ miner: clusterMiner({ clusters: 20 }), loss: batchAngularLoss(), epochsPerPartition: 1 });
 */
export function clusterMiner(options: ClusterMinerOptions = {}): Miner {
  const settings = readOptions("clusterMiner", options, clusterMinerSchema);
  return namedPart("clusterMiner", settings, ({ projected, random }: MinerContext): MinedTriplets => {
    const points = whitenedRows(projected, settings.directions);
    const different = countDifferent(points);
    check(
      different > 1,
      () =>
        "clusterMiner: all embeddings of the partition are the same, so there are no clusters. Check that the examples differ, or lower the learning rate.",
    );
    const { assignments } = kMeans(points, {
      clusters: Math.min(settings.clusters, different),
      restarts: 1,
      maxIterations: iterations,
      seed: random.integer(2 ** 31),
    });
    return { ...singles(evenly(assignments, random)), labels: assignments };
  });
}

/** Directions with less than this share of the largest variance, or of the mean square, are rounding errors, which whitening would blow up. */
const leastVariance = 1e-8;
const leastShare = 1e-12;

/** The rows in the coordinates of their leading principal directions, each of variance one, then scaled to length one. */
export function whitenedRows(rows: Matrix<Float32Array>, directions: number): Matrix<Float32Array> {
  const [n, d] = rows.shape;
  const { centered } = centerRows(rows);
  const { values, vectors } = symmetricEigen(transposeMultiply(centered, centered));
  const largest = values[d - 1];
  const least = Math.max(leastVariance * largest, leastShare * rows.data.reduce((sum, x) => sum + x * x, 0));
  const most = Math.min(directions, d);
  const kept = Array.from({ length: most }, (_, c) => d - 1 - c).filter((i) => values[i] > least);
  const basis = new Float64Array(d * kept.length);
  kept.forEach((from, c) => {
    const factor = Math.sqrt(n / values[from]);
    for (let i = 0; i < d; i++) basis[i * kept.length + c] = factor * vectors.data[from * d + i];
  });
  if (kept.length === 0) return { data: new Float32Array(n), shape: [n, 1] };
  const { data } = multiply(centered, { data: basis, shape: [d, kept.length] });
  return unitRows({ data: Float32Array.from(data), shape: [n, kept.length] });
}

/** How many rows differ. */
function countDifferent({ data, shape: [n, d] }: Matrix<Float32Array>): number {
  const seen = new Set<string>();
  for (let i = 0; i < n; i++)
    seen.add(Buffer.from(data.buffer, data.byteOffset + 4 * i * d, 4 * d).toString("latin1"));
  return seen.size;
}

/** As many positions as there are points, equally many of each cluster, in random order; small clusters repeat theirs. */
export function evenly(assignments: Int32Array, random: Random): Int32Array {
  const members = new Map<number, number[]>();
  assignments.forEach((cluster, i) => {
    const known = members.get(cluster);
    if (known) known.push(i);
    else members.set(cluster, [i]);
  });
  const each = Math.ceil(assignments.length / members.size);
  const drawn = [...members.values()].flatMap((group) => {
    random.shuffle(group);
    return Array.from({ length: each }, (_, i) => group[i % group.length]);
  });
  return Int32Array.from(random.shuffle(drawn).slice(0, assignments.length));
}
