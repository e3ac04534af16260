import type { NamedArray } from "../io/files";
import { leastContrast } from "./contrast";
import type { OnnxGraph, OnnxValue } from "./onnx";
import type { Preprocessing } from "./preprocessing";

type Write = (graph: OnnxGraph, x: OnnxValue, arrays: Record<string, NamedArray>) => OnnxValue;

/** How each preprocessing is written to ONNX. */
const writers: Record<string, Write> = {
  none: (_graph, x) => x,
  mean: subtractMean,
  "half-whitening": (graph, x, arrays) =>
    graph.node("MatMul", [subtractMean(graph, x, arrays), constant(graph, arrays.matrix)]),
  whitening(graph, x, arrays) {
    const { contrast, matrix } = arrays;
    const rows = graph.reshape(subtractMean(graph, x, arrays), [matrix.shape[0]]);
    const normalized = normalizeContrast(graph, rows, contrast.data[0]);
    return graph.reshape(graph.node("MatMul", [normalized, constant(graph, matrix)]), x.shape);
  },
};

/** Adds a preprocessing to an ONNX graph. */
export function writePreprocessing(
  graph: OnnxGraph,
  x: OnnxValue,
  { name, arrays }: Preprocessing,
): OnnxValue {
  return writers[name](graph, x, arrays);
}

function subtractMean(graph: OnnxGraph, x: OnnxValue, { mean }: Record<string, NamedArray>): OnnxValue {
  return graph.node("Sub", [x, constant(graph, mean)]);
}

/** As the function of this name in contrast.ts. */
function normalizeContrast(graph: OnnxGraph, rows: OnnxValue, meanDeviation: number): OnnxValue {
  const means = graph.node("ReduceMean", [rows], { whole: { axes: [1], keepdims: 1 } });
  const centered = graph.node("Sub", [rows, means]);
  const squares = graph.node(
    "ReduceSum",
    [graph.node("Mul", [centered, centered]), graph.wholeNumbers([1])],
    {
      whole: { keepdims: 1 },
    },
  );
  const variance = graph.node("Div", [squares, graph.constant(rows.shape[0] - 1)]);
  const deviation = graph.node("Max", [graph.node("Sqrt", [variance]), graph.constant(leastContrast)]);
  const scaled = graph.node("Mul", [centered, graph.constant(meanDeviation)]);
  return graph.node("Div", [scaled, deviation]);
}

const constant = (graph: OnnxGraph, { data, shape }: NamedArray) =>
  graph.constant(Float32Array.from(data), shape);
