import * as tf from "@tensorflow/tfjs-core";
import type { KnnGraph } from "../graph";
import { minerContextOf, type MinerContext } from "../mining";
import { embed } from "../networks";
import type { TrainingEvent } from "./events";
import type { Partition } from "./learning";
import type { DeepModel } from "./model";

/** What a miner sees of a partition with the model as it is. `knownGraph` is the graph that was asked for, if it was one. */
export async function minerContext(
  { network, metric }: Pick<DeepModel, "network" | "metric">,
  { examples, labels }: Partition,
  {
    report,
    ...others
  }: { seed: number; epoch: number } & Pick<MinerContext, "signal"> & {
      report: (event: TrainingEvent) => void;
    },
): Promise<{ context: MinerContext; knownGraph: () => KnnGraph | undefined }> {
  const z = embed(network, examples);
  const zl = tf.matMul<tf.Tensor2D>(z, metric);
  try {
    const [embeddings, projected] = [await readRows(z), await readRows(zl)];
    return minerContextOf({
      embeddings,
      projected,
      labels,
      ...others,
      report: (event) => {
        report(event as TrainingEvent);
      },
    });
  } finally {
    tf.dispose([z, zl]);
  }
}

/** The rows of a tensor, which the caller still owns. */
export const readRows = async (tensor: tf.Tensor2D) => ({
  data: (await tensor.data()) as Float32Array,
  shape: tensor.shape,
});
