import { layers, sequential as stack } from "@tensorflow/tfjs-layers";
import {
  AGML,
  conjugateGradient,
  checkGradient,
  embeddingScatter,
  grassmann,
  knnGraph,
  LRML,
  metricProblem,
  mineTriplets,
  propagateAffinities,
  recordPoints,
  reproductionGrid,
  reproductionReport,
  searchIndex,
  tf,
  tripletDifferences,
  tripletQuality,
  type CellRecord,
  type Images,
  type LayeredNetwork,
} from "ssdml";
import { random } from "../../../lib/core/values/random";
import { convolution } from "../../../lib/networks/layers";
import { sequential } from "../../../lib/networks/sequential";

const n = 16;

/** A network of one layer for images of 4 × 4, so that training takes milliseconds. */
export function tinyNetwork({ seed = 1 }: { seed?: number } = {}): LayeredNetwork {
  return sequential([convolution(4, 4, { deviation: 0.3 })], { name: "tiny", input: [4, 4, 1], seed });
}

/** Small valid values of every kind that the functions take; the recipes pick among them. */
export async function makeValues() {
  const noise = random(7);
  const classes = Array.from({ length: n }, (_, i) => i % 2);
  const points = classes.map((label) => [0, 1, 2].map((c) => (c === label ? 4 : 0) + noise.normal()));
  const labels = classes.map((label, i) => (i < 6 ? label : -1));
  const plane = points.map(([x, y]) => [x, y]);
  const graph = knnGraph(points, { k: 4 });
  const affinities = await propagateAffinities(graph, labels);
  const triplets = mineTriplets(graph, affinities);
  const { p, q } = tripletDifferences(points, triplets);
  const problem = metricProblem(p, q);
  const manifold = grassmann(3, 2);
  const start = manifold.rand(3);
  const { problem: watched, points: path } = recordPoints(problem);
  const solved = await conjugateGradient(manifold, watched, start);
  const quality = tripletQuality(triplets, classes, { graph, labels });
  const slopeCheck = await checkGradient(manifold, problem);
  const images: Images = {
    data: Uint8Array.from(
      { length: n * 16 },
      (_, at) => noise.integer(100) + 100 * (Math.floor(at / 16) % 2),
    ),
    shape: [n, 4, 4, 1],
  };
  const training = {
    epochs: 1,
    epochsPerPartition: 1,
    batchSize: 8,
    partitionSize: 10,
    k: 4,
    metricDimension: 2,
  };
  const model = new AGML({ ...training, network: tinyNetwork });
  const events: unknown[] = [];
  await model.fit(images, labels, { onEvent: (event) => events.push(event) });
  await model.save("model.safetensors");
  await model.save("model.onnx");
  const dense = layers.dense({ units: 3, name: "embeddings" });
  await stack({ layers: [layers.flatten({ inputShape: [4, 4, 1] }), dense] }).save("file://.");
  await searchIndex(points).save("index.safetensors");
  const classical = await new LRML({ k: 3 }).fit(points, labels);
  await classical.save("lrml.safetensors");
  const labeled = { images, labels: Int32Array.from(classes) };
  const figure = embeddingScatter(plane, labels);
  const svg = await figure.toSvg();
  const dataset = {
    name: "tiny",
    train: labeled,
    test: labeled,
    classNames: ["even", "odd"],
    imageShape: [4, 4, 1],
    source: "the fuzzer",
  };
  const rows = ["nmi", "recall"].flatMap((metric) =>
    [1, 2].map((seed) => ({
      dataset: "mnist",
      method: "AGML",
      seed,
      metric,
      k: metric === "recall" ? 1 : null,
      value: 0.5 + seed / 10,
    })),
  );
  const cells = reproductionGrid("table4", { datasets: ["mnist"], seeds: 1 });
  const records = cells.map((cell, i) => (i === 0 ? finished(cell, rows) : failed(cell)));
  const report = reproductionReport(cells, records as unknown as CellRecord[]);
  return {
    points,
    plane,
    labels,
    classes,
    graph,
    affinities,
    triplets,
    p,
    q,
    problem,
    manifold,
    start,
    path,
    solved,
    quality,
    slopeCheck,
    images,
    labeled,
    training,
    events,
    model,
    classical,
    network: tinyNetwork(),
    figure,
    svg,
    dataset,
    rows,
    cells,
    records,
    report,
    tensor: tf.tensor2d(points),
  };
}

export type Values = Awaited<ReturnType<typeof makeValues>>;

function failed(cell: object) {
  return { ...cell, status: "failed", error: "no luck", started: new Date(0).toISOString(), elapsedMs: 1 };
}

function finished(cell: ReturnType<typeof reproductionGrid>[number], rows: object[]) {
  return {
    ...cell,
    status: "finished",
    images: { train: 10, test: 10 },
    started: new Date(0).toISOString(),
    elapsedMs: 1000,
    cpuMs: 1000,
    peakMemory: 1e9,
    resumed: false,
    engine: { name: "cpu", version: "4", device: "processor" },
    threads: null,
    ssdml: "0.1.0",
    commit: null,
    node: "20",
    platform: "linux",
    validation: 0.15,
    settings: new AGML(cell.options).settings,
    stopReason: "completed",
    epochs: 2,
    bestEpoch: 1,
    rows: rows.map((row) => ({ ...row, method: cell.method })),
    history: [{ epoch: 1, partition: 1, loss: 1, spread: 0.5, learningRate: 1e-4 }],
  };
}
