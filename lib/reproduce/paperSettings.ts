import { text } from "../core/options";
import { splitDefaults } from "../datasets";
import {
  agml2ColorDefaults,
  isUnsupervised,
  methodName,
  type Agml2Options,
  type AgmlOptions,
  type DeepMethodName,
} from "../methods";
import { colorPretraining } from "../train";
import { isFineGrained } from "./fineGrained";

/** The paper's ablation, by the name of its row: AGML whose L may be any matrix. */
export const ABLATION = "AGML without orthogonality";

/**
 * The settings for a data set where they are not the general ones: the paper's (appendix, "Implementation details"), and for AGML2 ours, chosen
 * on held-out images (docs/agml2.md). The number of labels is the paper's for all methods.
 *
 * @example
 * paperSettings("cifar10").labeledPerClass; // → 100
 * paperSettings("cub200").options.k; // → 50
 */
export function paperSettings(
  dataset: string,
  method: DeepMethodName = "AGML",
): { labeledPerClass: number; options: AgmlOptions & Agml2Options } {
  text.read(dataset, "paperSettings: dataset");
  methodName.read(method, "paperSettings: method");
  const paper = settingsOfPaper(dataset, method);
  if (isUnsupervised(method))
    return { labeledPerClass: paper.labeledPerClass, options: settingsOfUnsupervised(dataset, method) };
  if (method !== "AGML2") return paper;
  return {
    labeledPerClass: paper.labeledPerClass,
    options: Object.hasOwn(settingsOfAgml2, dataset)
      ? settingsOfAgml2[dataset as keyof typeof settingsOfAgml2]
      : {},
  };
}

/** Ten clusters for each of the hundred classes; nothing of the paper's that takes labels. */
const settingsOfUnsupervised = (dataset: string, method: DeepMethodName): AgmlOptions =>
  method === "DeepCluster" && isFineGrained(dataset) ? ({ clusters: 1000 } as AgmlOptions) : {};

const settingsOfAgml2 = {
  // Clothes look the same from the left and from the right, but do not lie on their side.
  "fashion-mnist": { mirror: true, rotation: 5 },
  cifar10: { ...agml2ColorDefaults, epochs: 24 },
} satisfies Record<string, Agml2Options>;

function settingsOfPaper(
  dataset: string,
  method: DeepMethodName,
): { labeledPerClass: number; options: AgmlOptions } {
  switch (dataset) {
    case "cifar10":
      return { labeledPerClass: 100, options: colorPretraining };
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
