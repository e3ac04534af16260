const buckets = 4096;

/**
 * Selects from a row of estimated squared distances the points that can be among the `wanted` nearest. A histogram shows
 * how far those reach, so two passes over the row suffice and no sorting is needed.
 */
export class NearestCandidates {
  /** The result of `find`: `count` points in ascending order. */
  readonly points: Int32Array;
  count = 0;
  private readonly histogram = new Int32Array(buckets);

  constructor(private readonly n: number) {
    this.points = new Int32Array(n);
  }

  /**
   * Searches `estimates[first … first + n − 1]`, which lie in [0, limit] and may be off by `slack`, without point `self`.
   */
  find(
    estimates: Float32Array,
    first: number,
    { self, wanted, limit, slack }: { self: number; wanted: number; limit: number; slack: number },
  ): void {
    const { n, histogram, points } = this;
    const scale = buckets / limit;
    const bucketOf = (estimate: number) => Math.max(0, Math.min(buckets - 1, Math.floor(estimate * scale)));
    histogram.fill(0);
    for (let at = first; at < first + n; at++) histogram[bucketOf(estimates[at])]++;
    histogram[bucketOf(estimates[first + self])]--;

    let bucket = 0;
    for (let sum = histogram[0]; sum < wanted; sum += histogram[bucket]) bucket++;
    // The true distances of the wanted points are at most the bucket's end + slack, so their estimates are at most one slack more.
    const reach = bucket === buckets - 1 ? Infinity : (bucket + 1) / scale + 2 * slack;
    let count = 0;
    for (let j = 0; j < n; j++) if (estimates[first + j] <= reach && j !== self) points[count++] = j;
    this.count = count;
  }
}
