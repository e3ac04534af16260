import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  affinityHeatmap,
  clusterConfusion,
  convergenceFigure,
  embeddingScatter,
  embeddingSpectrum,
  type Figure,
  gradientCheckFigure,
  graphFigure,
  imagesFromArray,
  lineFigure,
  methodComparison,
  metricEllipses,
  metricPathFigure,
  neighborhoodFigure,
  retrievalGrid,
  trainingCurves,
  tripletQualityBars,
} from "../../lib";

const n = 200_000;
const list = <T>(value: (i: number) => T) => Array.from({ length: n }, (_, i) => value(i));

const labels = Int32Array.from({ length: n }, (_, i) => i % 3);
const xy = {
  data: Float64Array.from({ length: 2 * n }, (_, i) => Math.sin(i)),
  shape: [n, 2] as [number, number],
};
const images = imagesFromArray(new Uint8Array(n), [n, 1, 1]);
const none = new Float64Array(n);
const nobody = { n, row: () => none, toDense: () => assert.fail("200,000² numbers") };

const figures: Record<string, () => Figure> = {
  affinityHeatmap: () =>
    affinityHeatmap(nobody as unknown as Parameters<typeof affinityHeatmap>[0], labels, { maxPoints: 5 }),
  clusterConfusion: () => clusterConfusion(labels, labels),
  convergenceFigure: () =>
    convergenceFigure(
      list((i) => ({
        iteration: i,
        cost: 1 / (i + 1),
        gradientNorm: 1,
        stepSize: 1,
        costEvaluations: 1,
        beta: 0,
      })),
    ),
  embeddingScatter: () => embeddingScatter(xy, labels, { images, maxImages: 3, labeled: labels.slice(0, 3) }),
  embeddingSpectrum: () => embeddingSpectrum(xy),
  gradientCheckFigure: () =>
    gradientCheckFigure({
      slope: 2,
      expectedSlope: 2,
      passed: true,
      rows: list((i) => ({ t: (i + 1) / n, error: ((i + 1) / n) ** 2, expected: ((i + 1) / n) ** 2 })),
    }),
  graphFigure: () =>
    graphFigure(
      {
        n,
        k: 1,
        neighbors: Int32Array.from({ length: n }, (_, i) => (i + 1) % n),
        distances: new Float32Array(n),
        weights: new Float32Array(n),
      } as unknown as Parameters<typeof graphFigure>[0],
      xy,
    ),
  lineFigure: () =>
    lineFigure(
      list((i) => ({ x: i + 1, y: i + 1 })),
      { x: "x", y: "y", log: "xy" },
    ),
  methodComparison: () =>
    methodComparison(
      list((i) => ({ dataset: "d", method: "m", seed: i, metric: "nmi" as const, k: null, value: 0.5 })),
    ),
  metricEllipses: () =>
    metricEllipses(
      xy,
      labels,
      [
        [1, 0],
        [0, 1],
      ],
      { neighbors: 2 },
    ),
  metricPathFigure: () => metricPathFigure(list((i) => [[Math.cos(i)], [Math.sin(i)]])),
  neighborhoodFigure: () =>
    neighborhoodFigure(
      {
        count: n - 2,
        anchors: new Int32Array(n - 2),
        positives: new Int32Array(n - 2).fill(1),
        negatives: Int32Array.from({ length: n - 2 }, (_, i) => i + 2),
      },
      0,
      xy,
    ),
  retrievalGrid: () => retrievalGrid(xy, labels, images, { queries: 1, neighbors: 2 }),
  trainingCurves: () =>
    trainingCurves(
      list((i) => ({
        epoch: i + 1,
        loss: 1,
        spread: 1,
        learningRate: 1,
        elapsedMs: 1,
      })) as unknown as Parameters<typeof trainingCurves>[0],
    ),
  tripletQualityBars: () =>
    tripletQualityBars({
      positives: 1,
      negatives: 1,
      rows: list((i) => ({
        by: i === 0 ? "all" : "class",
        value: i % 3,
        role: "positive",
        share: 1,
        count: 1,
        right: 1,
      })),
    } as unknown as Parameters<typeof tripletQualityBars>[0]),
};

describe("figures of 200,000 rows", () => {
  for (const [name, make] of Object.entries(figures)) {
    it(`${name} does not overflow the stack`, () => {
      assert.match(make().spec.$schema, /vega-lite/);
    });
  }
});
