import type * as tf from "@tensorflow/tfjs-core";
import { aboutFile, check, recordPart, UserError } from "../core";
import {
  functionValue,
  isList,
  isRecord,
  isTensor,
  optional,
  readOptions,
  readPath,
  unknownOption,
  wrongValue,
} from "../core/options";
import { readLabels, type Labels } from "../core/values";
import { requireEngine } from "../engine";
import {
  networkMakerOf,
  preprocessingFrom,
  readExamples,
  type ExamplesLike,
  type NetworkLike,
  type NetworkOptions,
  type Shape,
} from "../networks";
import type { TrainingEvent } from "./events";
import { checkFitArguments, definedOf, fitSchema, type FitOptions } from "./fitOptions";
import { recordParts, type Method, type PartRecords } from "./method";
import {
  disposeModel,
  initialModel,
  networkFor,
  restoredModel,
  transform,
  type DeepModel,
  type StartMetric,
} from "./model";
import { checkParts, type PartOptions } from "./partOptions";
import { readModel, saveModel } from "./savedModel";
import { seedOf } from "./seeds";
import { trainingSteps } from "./steps";
import type { TrainingSettings } from "./trainingOptions";

/** A deep metric learner: a network and a metric L, learned from a few labeled and many unlabeled examples. */
export interface DeepLearner<Settings = TrainingSettings, OwnEvent extends { kind: string } = never> {
  readonly settings: Settings;
  /** The parts that it learns with: names and settings. */
  readonly parts: PartRecords;
  /** The network, the metric L and the preprocessing that were learned. They belong to this object. */
  readonly learned: DeepModel;
  /** Learns from images, or feature vectors [n, d], and labels, −1 for unlabeled. `onEvent` is called at every step. */
  fit(
    images: ExamplesLike,
    labels: Labels,
    options?: FitOptions & { onEvent?: (event: TrainingEvent | OwnEvent) => void },
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
  /** Writes the model to one safetensors file. */
  save(path: string): Promise<void>;
  /** Frees the model's tensors. */
  dispose(): void;
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
  readOptions(options: Options): Settings;
  /** The method with its parts: those that were given, else the defaults, which may depend on the shape of an example once it is known. */
  assemble(settings: Settings, given: PartOptions, example?: Shape): Omit<Method<never>, "name" | "settings">;
}

/** A maker of networks that passes on more options. */
function withOptions<Like extends NetworkLike>(
  network: Like,
  options: Omit<NetworkOptions, "seed"> = {},
): Like {
  return typeof network === "function"
    ? (((given: NetworkOptions) => network({ ...given, ...options })) as Like)
    : network;
}

/** The class of a method's learners. */
export function learnerClass<
  Options extends object,
  Settings extends TrainingSettings,
  OwnEvent extends { kind: string } = never,
>(blueprint: Blueprint<Options, Settings>): DeepLearnerClass<Options & PartOptions, Settings, OwnEvent> {
  const { name } = blueprint;

  class Learner implements DeepLearner<Settings, OwnEvent> {
    static readonly methodName = name;
    readonly settings: Settings;
    private method: Method<never>;
    private readonly network: NetworkLike | undefined;
    private readonly given: PartOptions;
    private model: DeepModel | undefined;

    constructor(options: Options & PartOptions = {} as Options & PartOptions) {
      if (!isRecord(options)) throw wrongValue(`${name}: options`, "an object such as { seed: 1 }", options);
      const { parts, others } = checkParts(blueprint, options);
      this.given = parts;
      const known = [...Object.keys(blueprint.readOptions({} as Options)), ...blueprint.replaceable];
      const wrong = Object.keys(others).find((option) => !known.includes(option));
      if (wrong !== undefined) throw unknownOption(name, wrong, known);
      this.settings = blueprint.readOptions(others as unknown as Options);
      for (const part of Object.keys(parts))
        for (const option of blueprint.optionsOfParts?.[part as keyof PartOptions] ?? [])
          (this.settings as Record<string, unknown>)[option] = undefined;
      this.method = this.assembled();
      this.network = parts.network ?? blueprint.network;
    }

    get parts(): PartRecords {
      const network = this.model?.network ?? this.network;
      return { ...(network && { network: recordPart(network) }), ...recordParts(this.method) };
    }

    async fit(
      images: ExamplesLike,
      labels: Labels,
      options: FitOptions & { onEvent?: (event: TrainingEvent | OwnEvent) => void } = {},
    ): Promise<this> {
      const { onEvent, ...others } = readOptions(name, options, {
        ...fitSchema,
        onEvent: optional(functionValue<(event: TrainingEvent | OwnEvent) => void>()),
      });
      for await (const event of this.steps(images, labels, definedOf(others))) onEvent?.(event);
      return this;
    }

    async *steps(
      images: ExamplesLike,
      labels: Labels,
      options: FitOptions = {},
    ): AsyncGenerator<TrainingEvent | OwnEvent, void> {
      requireEngine(name);
      const { trueLabels, signal, checkpoint } = readOptions(name, options, fitSchema);
      check(
        isList(labels) || isTensor(labels),
        () => `${name}: labels must be a list of numbers, one for each image, −1 for unlabeled ones.`,
      );
      const examples = readExamples(name, images);
      const known = readLabels(labels, name);
      const validation = checkFitArguments(name, examples, known, options);
      const [, ...input] = examples.shape;
      const network = this.network ?? withOptions(networkFor(name, examples), blueprint.networkOptions);
      this.method = this.assembled(input);
      yield* trainingSteps(
        this.method,
        networkMakerOf(`${name}: network`, network, input),
        { examples, labels: known, trueLabels, validation },
        { ...(signal && { signal }), ...(checkpoint !== undefined && { checkpoint }) },
        (model) => {
          this.dispose();
          this.model = model;
        },
      );
    }

    transform(images: ExamplesLike): tf.Tensor2D {
      return transform(this.fitted("transform"), images);
    }

    get learned(): DeepModel {
      return this.fitted("learned");
    }

    untrained(): Learner {
      const { makeNetwork, preprocessing } = this.fitted("untrained");
      const fresh = new Learner({ ...this.settings, ...this.given } as unknown as Options & PartOptions);
      const again = preprocessingFrom(preprocessing.name, preprocessing.arrays);
      fresh.model = initialModel(this.settings.seed, makeNetwork, again, this.startMetric);
      return fresh;
    }

    async save(path: string): Promise<void> {
      const model = this.fitted("save");
      readPath(`${name}.save`, path);
      await saveModel(name, model, path, this.settings, this.parts);
    }

    static async load<T>(
      this: new (options?: Options & PartOptions) => T,
      path: string,
      network?: NetworkLike,
    ): Promise<T> {
      readPath(`${name}.load`, path);
      if (network !== undefined) checkParts(blueprint, { network });
      requireEngine(`${name}.load`);
      const given = network ?? blueprint.network;
      const saved = await readModel<Options>(name, path, given);
      const makeNetwork = given
        ? saved.makeNetwork
        : withOptions(saved.makeNetwork, blueprint.networkOptions);
      return aboutFile(`${name}.load: ${path} cannot be used`, () => {
        const result = new this({
          ...saved.settings,
          ...(network && { network }),
        });
        const learner = result as unknown as Learner;
        learner.model = restoredModel(learner.settings.seed, makeNetwork, learner.startMetric, saved);
        learner.method = learner.assembled(learner.model.network.inputShape);
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

    private assembled(example?: Shape): Method<never> {
      const { settings } = this;
      return { ...blueprint.assemble(settings, this.given, example), name, settings };
    }

    private readonly startMetric: StartMetric = (d) =>
      this.method.metric.start(d, seedOf(this.settings.seed, "metric"));

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
