import * as ssdml from "ssdml";
import type { Recipe } from "../recipes";
import { matrix, numbers, pick, some } from "./choose";

const common = { title: "A title", width: 200, height: 150, theme: "dark" };
const classNames = ["even", "odd"];

/** All figures and how they are drawn. */
export const figureRecipes: Recipe[] = [
  {
    name: "affinityHeatmap",
    call: ssdml.affinityHeatmap,
    args: ({ affinities, labels }, r) => [
      affinities,
      numbers(r, labels),
      some(r, {
        ...common,
        before: ssdml.initialAffinities(labels),
        points: [0, 1, 2],
        maxPoints: 9,
        classNames,
      }),
    ],
  },
  { name: "architectureDiagram", call: ssdml.architectureDiagram, args: (_, r) => [some(r, common)] },
  {
    name: "clusterConfusion",
    call: ssdml.clusterConfusion,
    args: ({ classes }, r) => [numbers(r, classes), numbers(r, classes), some(r, { ...common, classNames })],
  },
  {
    name: "convergenceFigure",
    call: ssdml.convergenceFigure,
    args: ({ solved, path }, r) => [
      pick<unknown>(r, [solved, solved.history, { a: solved }]),
      some(r, { ...common, points: path }),
    ],
  },
  {
    name: "convergenceFigure of several",
    call: ssdml.convergenceFigure,
    args: ({ solved }, r) => [{ a: solved, b: solved.history }, some(r, common)],
  },
  {
    name: "embeddingScatter",
    call: ssdml.embeddingScatter,
    args: ({ plane, labels, images }, r) => [
      matrix(r, plane),
      numbers(r, labels),
      some(r, { ...common, images, maxImages: 5, labeled: [1, 2], classNames }),
    ],
  },
  {
    name: "parallelCoordinates",
    call: ssdml.parallelCoordinates,
    args: (_, r) => [
      [0.5, 0.25, null].map((value, i) => ({ parameters: { k: i + 1, loss: "ab"[i % 2] }, value })),
      some(r, { ...common, valueTitle: "NMI", log: ["k"] }),
    ],
  },
  {
    name: "embeddingSpectrum",
    call: ssdml.embeddingSpectrum,
    args: ({ points }, r) => [pick<unknown>(r, [points, { a: points, b: points }]), some(r, common)],
  },
  {
    name: "Figure",
    call: (...args: [never, never, never]) => new ssdml.Figure(...args),
    args: () => [{ mark: "point", data: { values: [] } }, "a summary", "dark"],
  },
  {
    name: "Figure.withTheme",
    fixed: 1,
    call: (figure: ssdml.Figure, theme: never) => figure.withTheme(theme),
    args: ({ figure }) => [figure, "dark"],
  },
  {
    name: "Figure.toPng",
    isAsync: true,
    call: (options: never) => shown.toPng(options),
    args: (_, r) => [some(r, { scale: 1 })],
  },
  {
    name: "Figure.save",
    isAsync: true,
    call: (...args: [never, never]) => shown.save(...args),
    args: (_, r) => [pick(r, ["a.svg", "b.json", "c.png"]), some(r, { scale: 1 })],
  },
  {
    name: "gradientCheckFigure",
    call: ssdml.gradientCheckFigure,
    args: ({ slopeCheck }, r) => [slopeCheck, some(r, common)],
  },
  {
    name: "graphFigure",
    call: ssdml.graphFigure,
    args: ({ graph, plane, labels }, r) => [
      graph,
      matrix(r, plane),
      some(r, { ...common, labels, labeled: [1], neighbors: 2, classNames }),
    ],
  },
  {
    name: "lineFigure",
    call: ssdml.lineFigure,
    args: (_, r) => [
      [
        { a: 1, b: 2, c: "x" },
        { a: 2, b: 3, c: "y" },
      ],
      {
        x: "a",
        y: "b",
        ...some(r, {
          ...common,
          series: "c",
          xTitle: "A",
          yTitle: "B",
          joined: false,
          log: "xy",
          yDomain: [1, 5],
        }),
      },
    ],
  },
  {
    name: "methodComparison",
    call: ssdml.methodComparison,
    args: ({ rows }, r) => [rows, some(r, { ...common, metrics: ["nmi"], k: 1, paper: rows })],
  },
  {
    name: "metricEllipses",
    call: ssdml.metricEllipses,
    args: ({ plane, labels }, r) => [
      matrix(r, plane),
      numbers(r, labels),
      pick<unknown>(r, [
        [
          [1, 0],
          [0, 2],
        ],
        {
          a: [
            [1, 0],
            [0, 2],
          ],
        },
      ]),
      some(r, { ...common, anchors: [0, 1], labeled: [2], neighbors: 3, columns: 2, classNames }),
    ],
  },
  {
    name: "metricPathFigure",
    call: ssdml.metricPathFigure,
    args: ({ path, problem }, r) => [path, some(r, { ...common, cost: (x: never) => problem.cost(x) })],
  },
  {
    name: "neighborhoodFigure",
    call: ssdml.neighborhoodFigure,
    args: ({ triplets, points, images, classes }, r) => [
      triplets,
      1,
      matrix(r, points),
      some(r, { ...common, after: points, images, labels: classes, classNames }),
    ],
  },
  {
    name: "paperNeighborhood",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.paperNeighborhood,
    args: ({ dataset }) => [dataset, 1],
  },
  {
    name: "paperTsne",
    isAsync: true,
    onlyWrong: true,
    call: ssdml.paperTsne,
    args: ({ dataset }) => [dataset, { seed: 1, runs: "nowhere" }],
  },
  {
    name: "principalAnglesFigure",
    call: ssdml.principalAnglesFigure,
    args: ({ start, path }, r) => [start, pick<unknown>(r, [path[0], { a: path[0] }]), some(r, common)],
  },
  { name: "recordPoints", call: ssdml.recordPoints, args: ({ problem }) => [problem] },
  {
    name: "retrievalGrid",
    call: ssdml.retrievalGrid,
    args: ({ points, classes, images }, r) => [
      matrix(r, points),
      numbers(r, classes),
      images,
      some(r, { ...common, queries: pick<unknown>(r, [2, [1, 3]]), neighbors: 3, seed: 2, classNames }),
    ],
  },
  {
    name: "sideBySide",
    call: ssdml.sideBySide,
    args: ({ figure }, r) => [
      { a: figure, b: figure },
      some(r, { title: "Two", theme: "dark", columns: 1, sharedColors: true }),
    ],
  },
  { name: "trainingCurves", call: ssdml.trainingCurves, args: ({ events }, r) => [events, some(r, common)] },
  {
    name: "tripletQualityBars",
    call: ssdml.tripletQualityBars,
    args: ({ quality }, r) => [quality, some(r, { ...common, by: "hops", classNames })],
  },
  { name: "svgToPdf", isAsync: true, call: ssdml.svgToPdf, args: ({ svg }) => [svg] },
  {
    name: "svgToPng",
    isAsync: true,
    call: ssdml.svgToPng,
    args: ({ svg }, r) => [svg, some(r, { scale: 1 })],
  },
  {
    name: "vegaLiteToSvg",
    isAsync: true,
    call: ssdml.vegaLiteToSvg,
    args: ({ figure }, r) => [figure.spec, some(r, { folder: ".", onWarning: () => undefined })],
  },
];

const shown = ssdml.architectureDiagram();
