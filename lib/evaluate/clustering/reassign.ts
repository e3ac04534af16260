import * as tf from "@tensorflow/tfjs-core";
import { DistanceBlocks, engineIsWorth } from "../distances/distanceBlocks";
import type { Clustering } from "./clustering";

/** Moves points to nearer centers. */
export interface Reassigner {
  /** Returns for each of the clusterings how many points moved. */
  reassign(clusterings: Clustering[]): number[];
  dispose(): void;
}

/** The faster reassigner on the current engine for points (n x d) in `count` clusterings of `clusters` clusters. */
export function reassigner(points: Float64Array, d: number, clusters: number, count: number): Reassigner {
  return engineIsWorth(points.length * clusters * count)
    ? new EngineReassigner(points, d, clusters * count)
    : { reassign: (all) => all.map(reassignPlain), dispose: () => undefined };
}

/** Moves every point to its nearest center (ties: its own center, then the first), in plain TypeScript. */
export function reassignPlain(clustering: Clustering): number {
  const { n, clusters, assignments } = clustering;
  let moves = 0;
  for (let i = 0; i < n; i++) {
    let nearest = assignments[i];
    let least = clustering.toCenter(i, nearest);
    for (let k = 0; k < clusters; k++) {
      const square = clustering.toCenter(i, k, least);
      if (square >= least) continue;
      least = square;
      nearest = k;
    }
    if (nearest === assignments[i]) continue;
    clustering.move(i, nearest);
    moves++;
  }
  return moves;
}

/**
 * The engine proposes moves in float32, for all clusterings at once. A point only moves if the center is nearer in float64 too, so
 * the inertia falls with every move and rounding cannot make a point oscillate.
 */
class EngineReassigner implements Reassigner {
  private readonly blocks: DistanceBlocks;

  constructor(
    points: Float64Array,
    private readonly d: number,
    width: number,
  ) {
    this.blocks = new DistanceBlocks(points, d, width);
  }

  reassign(clusterings: Clustering[]): number[] {
    const { blocks } = this;
    const { clusters } = clusterings[0];
    const centers = new Float64Array(clusterings.length * clusters * this.d);
    clusterings.forEach((clustering, at) => {
      centers.set(clustering.centers, at * clusters * this.d);
    });
    const others = blocks.others(centers);
    const moves = clusterings.map(() => 0);
    for (let block = 0; block < blocks.count; block++) {
      const nearest = tf.tidy(() =>
        tf.argMin(tf.reshape(blocks.distances(block, others), [-1, clusters]), 1),
      );
      const proposals = nearest.dataSync<"int32">();
      nearest.dispose();
      clusterings.forEach((clustering, at) => {
        const { assignments } = clustering;
        let i = block * blocks.height;
        for (let p = at; p < proposals.length; p += clusterings.length, i++) {
          const k = proposals[p];
          const now = assignments[i];
          if (k === now || clustering.toCenter(i, k) >= clustering.toCenter(i, now)) continue;
          clustering.move(i, k);
          moves[at]++;
        }
      });
    }
    others.dispose();
    return moves;
  }

  dispose(): void {
    this.blocks.dispose();
  }
}

/** Gives each empty cluster the point that is farthest from its center. Returns the number of empty clusters. */
export function fillEmptyClusters(clustering: Clustering): number {
  const { n, sizes, assignments } = clustering;
  let filled = 0;
  for (let k = 0; k < sizes.length; k++) {
    if (sizes[k] > 0) continue;
    let farthest = 0;
    let reach = -1;
    for (let i = 0; i < n; i++) {
      if (sizes[assignments[i]] === 1) continue;
      const square = clustering.toCenter(i, assignments[i]);
      if (square <= reach) continue;
      reach = square;
      farthest = i;
    }
    clustering.move(farthest, k);
    filled++;
  }
  return filled;
}
