import { aboutFile, check } from "../../core";
import { writeAtomically } from "../../io/files";
import { GraphBuilder } from "./graphBuilder";
import { modelMessage } from "./messages";
import type { OnnxGraph, OnnxValue } from "./onnxGraph";

export interface OnnxFile {
  /** For error texts. */
  caller: string;
  /** The name of the graph. */
  name: string;
  /** The shape of one example: [height, width, channels] or [d]. */
  inputShape: readonly number[];
  /** Adds the nodes that compute the embeddings. */
  build: (graph: OnnxGraph, x: OnnxValue) => OnnxValue;
  metadata?: Record<string, string>;
}

/** The names of the input, by the rank of an example, and of the output. */
const [imagesName, featuresName, outputName] = ["images", "features", "embeddings"];

/** Writes an ONNX file for batches of any size: images [n, height, width, channels], as the library takes them, or features [n, d]. */
export async function writeOnnx(
  file: string,
  { caller, name, inputShape, build, metadata = {} }: OnnxFile,
): Promise<void> {
  const graph = new GraphBuilder();
  const input = { name: inputShape.length === 1 ? featuresName : imagesName, shape: inputShape };
  const output = aboutFile(caller, () => {
    const result = build(graph, { ...input, channelsFirst: false });
    checkSize(graph);
    return graph.rename(graph.channelsLast(result), outputName);
  });
  const message = await modelMessage({
    name,
    nodes: graph.nodes,
    initializers: graph.initializers,
    input,
    output,
    metadata,
  });
  await writeAtomically(file, message.pieces);
}

/** A message of Protocol Buffers is shorter than this. */
const mostBytes = 2 ** 31;

function checkSize({ initializers }: GraphBuilder): void {
  const numbers = initializers.reduce(
    (sum, { shape }) => sum + shape.reduce((size, extent) => size * extent, 1),
    0,
  );
  check(
    4 * numbers < 0.99 * mostBytes,
    () =>
      `an ONNX file must have less than 2 GB, but this model needs ${((4 * numbers) / 1e9).toFixed(1)} GB. Save it to a .safetensors file.`,
  );
}

/** Whether a name is that of an ONNX file. */
export const isOnnxName = (file: string): boolean => /\.onnx$/i.test(file);
