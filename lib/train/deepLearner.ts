import type * as tf from "@tensorflow/tfjs-core";
import {
  functionValue,
  isList,
  isRecord,
  isTensor,
  optional,
  readOptions,
  wrongValue,
} from "../core/options";
import { aboutFile, check, UserError } from "../core/errors";
import { readPath } from "../core/options/readPath";
import type { Images } from "../datasets/images/images";
import { requireEngine } from "../engine/requireEngine";
import { readLabels, type Labels } from "../core/values/labels";
import { optionalMaker, type MakeNetwork } from "../networks/parameters";
import { preprocessingFrom } from "../networks/preprocessing";
import type { Constraints, DeepMethod } from "./deepMethod";
import type { TrainingEvent } from "./events";
import { checkFitArguments, definedOf, fitSchema, type FitOptions } from "./fitOptions";
import {
  disposeModel,
  initialModel,
  networkFor,
  restoredModel,
  transform,
  type DeepModel,
  type StartMetric,
} from "./model";
import { readModel, saveModel } from "./savedModel";
import { deepSteps } from "./steps";
import type { TrainingSettings } from "./trainingOptions";

/** A deep metric learner: a network and a metric L, learned from a few labeled and many unlabeled images. */
export interface DeepLearner<Settings> {
  readonly settings: Settings;
  /** The network, the metric L and the preprocessing that were learned. They belong to this object. */
  readonly learned: DeepModel;
  /** Learns from images and labels, −1 for unlabeled. `onEvent` is told of every step. */
  fit(
    images: Images,
    labels: Labels,
    options?: FitOptions & { onEvent?: (event: TrainingEvent) => void },
  ): Promise<this>;
  /** `fit` step by step: `for await (const event of model.steps(images, labels)) …`. */
  steps(images: Images, labels: Labels, options?: FitOptions): AsyncGenerator<TrainingEvent, void>;
  /** The embeddings zL of images, [n, l], not normalised. The caller owns the tensor. */
  transform(images: Images): tf.Tensor2D;
  /** This model as it was before training, "Initial" in the paper's tables: the same preprocessing, a random network, L0. */
  untrained(): DeepLearner<Settings>;
  /** Writes the model to one safetensors file. */
  save(path: string): Promise<void>;
  /** Frees the model's tensors. */
  dispose(): void;
  toString(): string;
}

/** What the constructor of a deep learner takes beside the method's options. */
export interface NetworkOption {
  /** Makes the network. Default: the paper's for images of this shape. */
  network?: MakeNetwork;
}

export interface DeepLearnerClass<Options, Settings> {
  new (options?: Options & NetworkOption): DeepLearner<Settings>;
  /** Reads a model that `save` wrote. */
  load<T>(
    this: new (options?: Options & NetworkOption) => T,
    path: string,
    network?: MakeNetwork,
  ): Promise<T>;
}

/** The class of a method's learners. */
export function deepLearner<Options extends object, Settings extends TrainingSettings, C extends Constraints>(
  method: DeepMethod<Options, Settings, C>,
): DeepLearnerClass<Options, Settings> {
  const { name } = method;

  class Learner implements DeepLearner<Settings> {
    readonly settings: Settings;
    private readonly makeNetwork: MakeNetwork | undefined;
    private model: DeepModel | undefined;

    constructor(options: Options & NetworkOption = {} as Options) {
      if (!isRecord(options)) throw wrongValue(`${name}: options`, "an object such as { seed: 1 }", options);
      const { network, ...others } = options;
      optionalMaker(`${name}: network`, network);
      this.settings = method.readOptions(others as unknown as Options);
      this.makeNetwork = network;
    }

    async fit(
      images: Images,
      labels: Labels,
      options: FitOptions & { onEvent?: (event: TrainingEvent) => void } = {},
    ): Promise<this> {
      const { onEvent, ...others } = readOptions(name, options, {
        ...fitSchema,
        onEvent: optional(functionValue<(event: TrainingEvent) => void>()),
      });
      for await (const event of this.steps(images, labels, definedOf(others))) onEvent?.(event);
      return this;
    }

    async *steps(
      images: Images,
      labels: Labels,
      options: FitOptions = {},
    ): AsyncGenerator<TrainingEvent, void> {
      requireEngine(name);
      readOptions(name, options, fitSchema);
      check(
        isList(labels) || isTensor(labels),
        () => `${name}: labels must be a list of numbers, one for each image, −1 for unlabeled ones.`,
      );
      const knownLabels = readLabels(labels, name);
      checkFitArguments(name, images, knownLabels, options);
      const makeNetwork = this.makeNetwork ?? networkFor(name, images);
      yield* deepSteps(method, this.settings, makeNetwork, images, knownLabels, options, (model) => {
        this.dispose();
        this.model = model;
      });
    }

    transform(images: Images): tf.Tensor2D {
      return transform(this.fitted("transform"), images);
    }

    get learned(): DeepModel {
      return this.fitted("learned");
    }

    untrained(): Learner {
      const { makeNetwork, preprocessing } = this.fitted("untrained");
      const fresh = new Learner(this.settings as unknown as Options);
      const again = preprocessingFrom(preprocessing.name, preprocessing.arrays);
      fresh.model = initialModel(this.settings.seed, makeNetwork, again, this.startMetric);
      return fresh;
    }

    async save(path: string): Promise<void> {
      const model = this.fitted("save");
      readPath(`${name}.save`, path);
      await saveModel(name, model, path, this.settings);
    }

    static async load<T>(
      this: new (options?: Options & NetworkOption) => T,
      path: string,
      network?: MakeNetwork,
    ): Promise<T> {
      readPath(`${name}.load`, path);
      optionalMaker(`${name}.load: network`, network);
      requireEngine(`${name}.load`);
      const saved = await readModel<Options>(name, path, network);
      return aboutFile(`${name}.load: ${path} cannot be used`, () => {
        const result = new this({ ...saved.settings, ...(network && { network }) });
        const learner = result as unknown as Learner;
        learner.model = restoredModel(learner.settings.seed, saved.makeNetwork, learner.startMetric, saved);
        return result;
      });
    }

    dispose(): void {
      if (this.model) disposeModel(this.model);
      this.model = undefined;
    }

    toString(): string {
      if (!this.model) return `${name}, not fitted yet`;
      const { network, metric } = this.model;
      return `${name}: ${network.name} network, L [${metric.shape.join(", ")}]`;
    }

    private readonly startMetric: StartMetric = (d) => method.startMetric(d, this.settings);

    private fitted(caller: string): DeepModel {
      if (!this.model)
        throw new UserError(
          `${name}.${caller}: the model is not fitted yet. Call \`await model.fit(images, labels)\` first.`,
        );
      return this.model;
    }
  }
  return Learner;
}
