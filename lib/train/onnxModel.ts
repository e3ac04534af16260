import { writeOnnx, writePreprocessing, writeTo } from "../networks";
import type { DeepModel } from "./model";

/** Writes preprocessing, network and metric as one ONNX graph, which computes what `transform` does: zL of a batch. */
export async function saveOnnx(
  method: string,
  { preprocessing, network, metric }: DeepModel,
  file: string,
  metadata: Record<string, string>,
): Promise<void> {
  await writeOnnx(file, {
    caller: `${method}.save`,
    name: method,
    inputShape: network.inputShape,
    metadata: { method, network: network.name, preprocessing: preprocessing.name, ...metadata },
    build(graph, x) {
      const prepared = writePreprocessing(graph, x, preprocessing);
      const z = writeTo(graph, prepared, `the network "${network.name}"`, network);
      return graph.node("MatMul", [z, graph.weights(metric)], { shape: [metric.shape[1]] });
    },
  });
}
