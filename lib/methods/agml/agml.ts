import type * as tf from "@tensorflow/tfjs-core";
import { check, UserError } from "../../common/errors";
import type { Images } from "../../datasets/images";
import {
  disposeModel,
  initialModel,
  loadModel,
  networkFor,
  saveModel,
  transform,
  type AgmlModel,
} from "./agmlModel";
import type { MakeNetwork } from "../../networks/parameters";
import { preprocessingFrom } from "../../networks/preprocessing";
import type { AgmlEvent } from "./events";
import { readAgmlOptions, type AgmlOptions, type AgmlSettings } from "./options";
import { checkFitArguments, type FitOptions } from "./fitOptions";
import { agmlSteps } from "./steps";

export interface AgmlConstructorOptions extends AgmlOptions {
  /** Makes the network. Default: the paper's for images of this shape. */
  network?: MakeNetwork;
}

/**
 * Affinity guided geometric semi-supervised metric learning (Dutta, Harandi, Sekhar 2020), Algorithm 1: learns from a few labeled
 * and many unlabeled images (label −1) a network and a metric L on Gr(d, l).
 *
 * @example
 * const model = new AGML({ seed: 1 });
 * await model.fit(images, labels, { validation, onEvent: (event) => console.log(event.kind) });
 * const embeddings = model.transform(test.images); // [n, l]
 */
export class AGML {
  readonly settings: AgmlSettings;
  private readonly makeNetwork: MakeNetwork | undefined;
  private model: AgmlModel | undefined;

  constructor({ network, ...options }: AgmlConstructorOptions = {}) {
    this.settings = readAgmlOptions(options);
    this.makeNetwork = network;
  }

  /** Learns from images and labels, −1 for unlabeled. `onEvent` is told of every step. */
  async fit(
    images: Images,
    labels: ArrayLike<number>,
    { onEvent, ...options }: FitOptions & { onEvent?: (event: AgmlEvent) => void } = {},
  ): Promise<this> {
    for await (const event of this.steps(images, labels, options)) onEvent?.(event);
    return this;
  }

  /** `fit` step by step: `for await (const event of model.steps(images, labels)) …`. */
  async *steps(
    images: Images,
    labels: ArrayLike<number>,
    options: FitOptions = {},
  ): AsyncGenerator<AgmlEvent, void> {
    const knownLabels = Int32Array.from(labels);
    checkFitArguments(images, knownLabels, options);
    const makeNetwork = this.makeNetwork ?? networkFor(images);
    yield* agmlSteps(this.settings, makeNetwork, images, knownLabels, options, (model) => {
      this.dispose();
      this.model = model;
    });
  }

  /** The embeddings zL of images, [n, l], not normalised. The caller owns the tensor. */
  transform(images: Images): tf.Tensor2D {
    return transform(this.fitted("transform"), images);
  }

  /** The network, the metric L and the preprocessing that were learned. They belong to this object. */
  get learned(): AgmlModel {
    return this.fitted("learned");
  }

  /** This model as it was before training, "Initial" in the paper's tables: the same preprocessing, a random network and L. */
  untrained(): AGML {
    const { makeNetwork, preprocessing } = this.fitted("untrained");
    const fresh = new AGML(this.settings);
    fresh.model = initialModel(
      this.settings,
      makeNetwork,
      preprocessingFrom(preprocessing.name, preprocessing.arrays),
    );
    return fresh;
  }

  /** Writes the model to one safetensors file. */
  async save(path: string): Promise<void> {
    await saveModel(this.fitted("save"), path, this.settings);
  }

  /** Reads a model that `save` wrote. */
  static async load(path: string, network?: MakeNetwork): Promise<AGML> {
    check(
      typeof path === "string" && path !== "",
      () => `AGML.load: path must name a file, got ${JSON.stringify(path)}.`,
    );
    const { model, settings } = await loadModel(path, network);
    const agml = new AGML({ ...settings, ...(network && { network }) });
    agml.model = model;
    return agml;
  }

  /** Frees the model's tensors. */
  dispose(): void {
    if (this.model) disposeModel(this.model);
    this.model = undefined;
  }

  toString(): string {
    if (!this.model) return "AGML, not fitted yet";
    const { network, metric } = this.model;
    return `AGML: ${network.name} network, L [${metric.shape.join(", ")}]`;
  }

  private fitted(caller: string): AgmlModel {
    if (!this.model)
      throw new UserError(
        `AGML.${caller}: the model is not fitted yet. Call \`await model.fit(images, labels)\` first.`,
      );
    return this.model;
  }
}
