import { loadDataset, selectImages, semiSupervisedSplit } from "../lib/datasets";
import { useEngine } from "../lib/engine";
import { AGML, DeepAPIT, DeepAPLLR, DeepISDML, DeepLRML, DeepSERAPH } from "../lib/methods";
import { median } from "./case";

/** Time per mini-batch of a deep method: 300 images and one step of SGD; for AGML also ten iterations on L. */
export interface BatchTime {
  method: string;
  engine: string;
  medianMs: number;
  /** Relative to AGML in the same run. */
  ratio: number;
}

const methods = { AGML, DeepLRML, DeepISDML, DeepSERAPH, DeepAPLLR, DeepAPIT };
const rounds = 3;
const batchesOfRound = 8;

/** Times mini-batches during training, from one batch event to the next. The methods take turns. */
export async function measureCompetitors(): Promise<BatchTime[]> {
  const engine = await useEngine("auto");
  const { train } = await loadDataset("mnist");
  const split = semiSupervisedSplit(train.labels, { labeledPerClass: 10, validation: 0, seed: 1 });
  const chosen = [...split.labeled, ...split.unlabeled.slice(0, 900)];
  const images = selectImages(train.images, chosen);
  const labels = chosen.map((i) => split.labels[i]);
  const times = new Map(Object.keys(methods).map((method) => [method, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [method, Method] of Object.entries(methods)) {
      const model = new Method({ seed: 1, epochs: 1, epochsPerPartition: 1, partitionSize: 900 });
      let [batches, last] = [0, 0];
      for await (const { kind } of model.steps(images, labels)) {
        if (kind !== "batch") continue;
        const now = performance.now();
        if (batches > 0) times.get(method)!.push(now - last);
        last = now;
        if (++batches > batchesOfRound) break;
      }
      model.dispose();
    }
  }
  const ofAgml = median(times.get("AGML")!);
  return [...times].map(([method, runs]) => {
    const medianMs = median(runs);
    return { method, engine: engine.name, medianMs, ratio: medianMs / ofAgml };
  });
}
