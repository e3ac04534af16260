import type * as tf from "@tensorflow/tfjs-core";
import type { Labels } from "../core/values";
import type { ExamplesLike, NetworkLike, NetworkOptions, Shape } from "../networks";
import type { DefaultsContext } from "./defaultsByShape";
import type { TrainingEvent } from "./events";
import type { FitOptions, FollowOptions } from "./fitOptions";
import type { Method, PartRecords } from "./method";
import type { DeepModel } from "./model";
import type { PartOptions } from "./partOptions";
import type { TrainingSettings } from "./trainingOptions";

/** A deep metric learner: a network and a metric L, learned from a few labeled and many unlabeled examples. */
export interface DeepLearner<Settings = TrainingSettings, OwnEvent extends { kind: string } = never> {
  readonly settings: Settings;
  /** The parts that it learns with: names and settings. */
  readonly parts: PartRecords;
  /** The network, the metric L and the preprocessing that were learned. They belong to this object. */
  readonly learned: DeepModel;
  /**
   * Learns from images, or feature vectors [n, d], and labels, −1 for unlabeled. `onEvent` is called at every step. In a notebook's cell it
   * shows its progress, and the stop button ends it: what was learned is kept.
   */
  fit(
    images: ExamplesLike,
    labels: Labels,
    options?: FitOptions & FollowOptions<TrainingEvent | OwnEvent>,
  ): Promise<this>;
  /** `fit` step by step: `for await (const event of model.steps(images, labels)) …`. */
  steps(
    images: ExamplesLike,
    labels: Labels,
    options?: FitOptions,
  ): AsyncGenerator<TrainingEvent | OwnEvent, void>;
  /** The embeddings zL of images or feature vectors, [n, l], not normalized. The caller owns the tensor. */
  transform(images: ExamplesLike): tf.Tensor2D;
  /** This model as it was before training, "Initial" in the paper's tables: the same preprocessing, a random network, L0. */
  untrained(): DeepLearner<Settings, OwnEvent>;
  /**
   * Writes the model to one safetensors file. To a name that ends in .onnx it writes preprocessing, network and L as one ONNX graph, which
   * computes what `transform` does without ssdml.
   */
  save(path: string): Promise<void>;
  /** Frees the model's tensors now. Without it they are freed when nobody can reach the model any longer. */
  dispose(): void;
  /** `using model = new AGML()` frees it at the end of the block. */
  [Symbol.dispose](): void;
  toString(): string;
}

export interface DeepLearnerClass<
  Options = object,
  Settings = TrainingSettings,
  OwnEvent extends { kind: string } = never,
> {
  new (options?: Options): DeepLearner<Settings, OwnEvent>;
  /** The name in tables, files and error texts. */
  readonly methodName: string;
  /** Reads a model that `save` wrote. A network of your own is passed again: `AGML.load(path, network)`. */
  load<T>(this: new (options?: Options) => T, path: string, network?: NetworkLike): Promise<T>;
}

/** A method before its options are known. */
export interface Blueprint<Options extends object, Settings extends TrainingSettings> {
  readonly name: string;
  /** The network where none is given. Default: the paper's for the shape of the images, none for feature vectors. */
  readonly network?: NetworkLike | undefined;
  /** Options of that default, apart from its seed. */
  readonly networkOptions?: Omit<NetworkOptions, "seed">;
  /** Which parts the constructor takes. */
  readonly replaceable: readonly (keyof PartOptions)[];
  /** Options that only set up the default of a part, by part: they have no meaning beside a part of the caller's own. */
  readonly optionsOfParts?: Partial<Record<keyof PartOptions, readonly string[]>>;
  /** Whether no label is ever seen: all examples are unlabeled, and none needs a label. Default false. */
  readonly unsupervised?: boolean;
  readOptions(options: Options): Settings;
  /** Defaults that depend on the shape of an example, once it is known. Default: softmax pretraining for color pictures. */
  readonly defaultsFor?: ((context: DefaultsContext) => Partial<Settings>) | undefined;
  /** The method with its parts: those that were given, else the defaults, which may depend on the shape of an example once it is known. */
  assemble(settings: Settings, given: PartOptions, example?: Shape): Omit<Method<never>, "name" | "settings">;
}
