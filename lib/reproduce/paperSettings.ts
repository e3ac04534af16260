import { text } from "../core/options";
import { splitDefaults } from "../datasets";
import { methodName, type AgmlOptions, type DeepMethodName } from "../methods";

/** The paper's ablation, by the name of its row: AGML whose L may be any matrix. */
export const ABLATION = "AGML without orthogonality";

/** The paper's settings for a data set where they are not the general ones (appendix, "Implementation details"). */
export function paperSettings(
  dataset: string,
  method: DeepMethodName = "AGML",
): { labeledPerClass: number; options: AgmlOptions } {
  text.read(dataset, "paperSettings: dataset");
  methodName.read(method, "paperSettings: method");
  switch (dataset) {
    case "cifar10":
      return { labeledPerClass: 100, options: { pretrainingEpochs: 30, pretrainingMirror: true } };
    case "cub200":
    case "cars196": {
      // All of their 5,864 and 8,054 training images fit into one partition.
      const schedule = { epochs: 200, epochsPerPartition: 200 };
      return {
        labeledPerClass: 5,
        options: method === "AGML" ? { ...schedule, k: 50, alpha: 45 } : schedule,
      };
    }
    default:
      return { labeledPerClass: splitDefaults.labeledPerClass, options: {} };
  }
}
