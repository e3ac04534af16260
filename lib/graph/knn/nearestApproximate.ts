import { random, type Matrix } from "../../core/values";
import { compareLeaves, descend } from "./neighborDescent";
import { NeighborLists } from "./neighborLists";
import type { NearestList } from "./nearestList";
import { projectionTree } from "./projectionTree";
import { squaredDistance } from "./squaredDistance";

/** Trees that the first lists are made of, the size of their leaves, and the least length of a list. */
const trees = 4;
const leafSize = 64;
const leastSize = 15;
/** Candidates per point and round with effort 1. */
const candidates = 30;

/**
 * Finds about the k nearest points of every point, in about n log n distances: random projection trees give first neighbors, NN-descent
 * improves them. Each `improve` doubles the effort, that is, the length of the lists.
 */
export class NearestApproximate {
  private readonly draw;
  /** Row i of `x` is the point `order[i]`: rows near each other are near each other in memory. */
  private readonly order: Int32Array;
  private readonly x: Matrix<Float32Array>;
  private lists: NeighborLists;
  private effort = 1;

  constructor(
    private readonly points: Matrix,
    k: number,
    seed: number,
  ) {
    const [n, d] = points.shape;
    this.draw = random(seed);
    const size = Math.min(n - 1, Math.max(leastSize, k));
    const leaf = Math.max(leafSize, 2 * (size + 1));
    const normalized = fitToFloat32(points);
    const { order, starts } = projectionTree(normalized, leaf, this.draw);
    const data = new Float32Array(n * d);
    order.forEach((point, i) => {
      data.set(normalized.data.subarray(point * d, (point + 1) * d), i * d);
    });
    this.order = order;
    this.x = { data, shape: [n, d] };
    this.lists = new NeighborLists(n, size);
    compareLeaves(this.x, { order: order.map((_, i) => i), starts }, this.lists);
    for (let tree = 1; tree < trees; tree++)
      compareLeaves(this.x, projectionTree(this.x, leaf, this.draw), this.lists);
    descend(this.x, this.lists, Math.min(size, candidates), this.draw);
  }

  /** Searches on with lists of twice the length. */
  improve(): void {
    this.effort *= 2;
    const size = Math.min(this.points.shape[0] - 1, 2 * this.lists.size);
    this.lists = this.lists.lengthen(size);
    descend(this.x, this.lists, Math.min(size, this.effort * candidates), this.draw);
  }

  /** Calls `found` for each point, with the nearest of those in its list, by exact distances. */
  read(list: NearestList, found: (i: number) => void): void {
    const { data, shape } = this.points;
    const { points, size } = this.lists;
    this.order.forEach((point, i) => {
      list.clear();
      for (let e = i * size; e < (i + 1) * size; e++) {
        if (points[e] < 0) continue;
        const other = this.order[points[e]];
        list.add(other, squaredDistance(data, shape[1], point, other, Infinity));
      }
      found(point);
    });
  }
}

/** The points moved and scaled so that all coordinates are in [−1, 1], around 0: float32 then loses as little as it can. */
function fitToFloat32({ data, shape }: Matrix): Matrix<Float32Array> {
  const [n, d] = shape;
  const least = new Float64Array(d).fill(Infinity);
  const most = new Float64Array(d).fill(-Infinity);
  for (let i = 0, at = 0; i < n; i++) {
    for (let c = 0; c < d; c++, at++) {
      if (data[at] < least[c]) least[c] = data[at];
      if (data[at] > most[c]) most[c] = data[at];
    }
  }
  // Halves, because the difference of two very large numbers is infinite.
  const middles = least.map((value, c) => value / 2 + most[c] / 2);
  const scale = least.reduce((widest, value, c) => Math.max(widest, most[c] / 2 - value / 2), 0) || 1;
  const fitted = new Float32Array(n * d);
  for (let i = 0, at = 0; i < n; i++)
    for (let c = 0; c < d; c++, at++) fitted[at] = (data[at] - middles[c]) / scale;
  return { data: fitted, shape };
}
