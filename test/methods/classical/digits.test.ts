import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { random } from "../../../lib/core/values/random";
import { useEngine } from "../../../lib/engine";
import { multiply } from "../../../lib/algebra/multiply";
import { APIT, APLLR, ISDML, itml, kissme, LRML, SERAPH, type MahalanobisMetric } from "../../../lib/methods";
import { digits, matrixOf } from "./data";

/*
 * Held-out accuracy of the nearest labeled neighbor on UCI's digits, mean over five seeds: 500 images to learn from, 10 of each class
 * labeled, 1,297 to classify. Pixels share one unit and their Euclidean distance is hard to beat with so few labels: ITML, LRML and ISDML gain
 * a little, APIT, APLLR and KISSME lose a little, SERAPH (without its trace term) overfits. In mixed units all gain much. The defaults were
 * chosen on other splits of these digits, and the least gains below after measuring: they guard against regressions, they prove no merit.
 */
const seeds = [1, 2, 3, 4, 5];
const { x: raw, truth } = digits();

/** The pixels in 64 different units: each feature times e^{normal}, as measured quantities come. */
function mixedUnits(): number[][] {
  const noise = random(99);
  const units = raw[0].map(() => Math.exp(noise.normal()));
  return raw.map((row) => row.map((value, c) => value * units[c]));
}

type Learned = Pick<MahalanobisMetric, "factor"> | undefined;
type Learn = (x: number[][], labels: number[], seed: number) => Learned | Promise<Learned>;

/** The share of held-out images whose nearest labeled image, under the metric, is of their class. */
async function accuracy(x: number[][], learn: Learn): Promise<number> {
  let mean = 0;
  for (const seed of seeds) {
    const order = [...random(seed).shuffle(Int32Array.from(x.keys()))];
    const train = order.slice(0, 500);
    const counts = new Map<number, number>();
    const labels = train.map((i) => {
      counts.set(truth[i], (counts.get(truth[i]) ?? 0) + 1);
      return counts.get(truth[i])! <= 10 ? truth[i] : -1;
    });
    const points = matrixOf(x);
    const metric = await learn(
      train.map((i) => x[i]),
      labels,
      seed,
    );
    const { data, shape } = metric ? multiply(points, metric.factor) : points;
    const r = shape[1];
    const square = (i: number, j: number) => {
      let sum = 0;
      for (let c = 0; c < r; c++) sum += (data[i * r + c] - data[j * r + c]) ** 2;
      return sum;
    };
    const known = train.filter((_, at) => labels[at] >= 0);
    const held = order.slice(500);
    const right = held.filter((i) => {
      const nearest = known.reduce((best, j) => (square(i, j) < square(i, best) ? j : best));
      return truth[nearest] === truth[i];
    });
    mean += right.length / held.length / seeds.length;
  }
  return mean;
}

/** Few pairs, so that the test is short. */
const few = { maxPairs: 300 };

/** The least gain over the Euclidean metric, in points of percent: on raw pixels, and in mixed units. */
const methods: [string, Learn, onRaw: number, onMixed: number][] = [
  ["KISSME", (x, labels) => kissme(x, labels), -2, 10],
  ["ITML", (x, labels, seed) => itml(x, labels, { ...few, seed }), 0, 6],
  ["LRML", async (x, labels) => (await new LRML().fit(x, labels)).metric, 0, 9],
  ["ISDML", async (x, labels) => (await new ISDML().fit(x, labels)).metric, 0, 9],
  [
    "SERAPH",
    async (x, labels, seed) => (await new SERAPH({ maxPairs: 1000, seed }).fit(x, labels)).metric,
    -7,
    7,
  ],
  ["APLLR", async (x, labels) => (await new APLLR().fit(x, labels)).metric, -1.5, 9],
  ["APIT", async (x, labels, seed) => (await new APIT({ ...few, seed }).fit(x, labels)).metric, -1, 3],
];

for (const [setting, x] of [
  ["raw pixels", raw],
  ["pixels in mixed units", mixedUnits()],
] as const) {
  describe(`1-NN accuracy on digits, ${setting}`, () => {
    let euclidean = NaN;
    before(async () => {
      await useEngine("cpu");
      euclidean = await accuracy(x, () => undefined);
    });
    for (const [name, learn, onRaw, onMixed] of methods) {
      const margin = x === raw ? onRaw : onMixed;
      it(`${name} gains at least ${margin} points over the Euclidean metric`, async (t) => {
        const began = performance.now();
        const reached = await accuracy(x, learn);
        t.diagnostic(
          `${(100 * reached).toFixed(2)} against ${(100 * euclidean).toFixed(2)}; ${Math.round((performance.now() - began) / seeds.length)} ms`,
        );
        assert.ok(100 * (reached - euclidean) >= margin, `${reached} against ${euclidean}`);
      });
    }
  });
}
