import { inspect, type InspectOptions } from "node:util";
import type * as tf from "@tensorflow/tfjs-core";
import { aboutFile, check, recordPart, UserError } from "../core";
import { isRecord, readOptions, readPath, unknownOption, wrongValue } from "../core/options";
import { readLabels, type Labels } from "../core/values";
import { requireEngine } from "../engine";
import {
  networkMakerOf,
  preprocessingFrom,
  readExamples,
  type ExamplesLike,
  type NetworkLike,
  type Shape,
} from "../networks";
import { decideSettings, pretrainingDefaults, type DefaultsContext } from "./defaultsByShape";
import type { Blueprint, DeepLearner, DeepLearnerClass } from "./deepLearner";
import type { TrainingEvent } from "./events";
import {
  checkFitArguments,
  definedOf,
  fitSchema,
  followSchema,
  refuseOwnOptions,
  type FitOptions,
  type FollowOptions,
} from "./fitOptions";
import { followFit } from "./followFit";
import { modelBundle, modelRows, modelText, sizeText } from "./modelSummary";
import { recordParts, type Method, type PartRecords } from "./method";
import {
  disposeModel,
  handOver,
  initialModel,
  networkFor,
  restoredModel,
  sizeOf,
  transform,
  withOptions,
  type DeepModel,
  type StartMetric,
} from "./model";
import { checkParts, type PartOptions } from "./partOptions";
import { checkNeighbors } from "./drawPartition";
import { checkSavedName, readModel, saveModel } from "./savedModel";
import { seedOf } from "./seeds";
import { trainingSteps } from "./steps";
import type { TrainingSettings } from "./trainingOptions";

/** The class of a method's learners. */
export function learnerClass<
  Options extends object,
  Settings extends TrainingSettings,
  OwnEvent extends { kind: string } = never,
>(blueprint: Blueprint<Options, Settings>): DeepLearnerClass<Options & PartOptions, Settings, OwnEvent> {
  const { name } = blueprint;

  class Learner implements DeepLearner<Settings, OwnEvent> {
    static readonly methodName = name;
    private readonly asked: Settings;
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
      this.asked = blueprint.readOptions(others as unknown as Options);
      for (const option of this.meaningless()) (this.asked as Record<string, unknown>)[option] = undefined;
      this.network = parts.network ?? blueprint.network;
      this.method = this.assembled();
    }

    get settings(): Settings {
      const { method, model } = this;
      if (!model) return method.settings as Settings;
      const rate = method.optimizer.learningRate ?? method.learningRate(model.network.name);
      return { ...method.settings, learningRate: method.settings.learningRate ?? rate } as Settings;
    }

    get parts(): PartRecords {
      const network = this.model?.network ?? this.network;
      return { ...(network && { network: recordPart(network) }), ...recordParts(this.method) };
    }

    async fit(
      images: ExamplesLike,
      labels: Labels,
      options: FitOptions & FollowOptions<TrainingEvent | OwnEvent> = {},
    ): Promise<this> {
      refuseOwnOptions(name, options, this.settings);
      const { onEvent, show, ...others } = readOptions(name, options, { ...fitSchema, ...followSchema });
      await followFit((signal) => this.steps(images, labels, definedOf({ ...others, signal })), {
        onEvent: onEvent as typeof options.onEvent,
        show,
        signal: others.signal,
      });
      return this;
    }

    async *steps(
      images: ExamplesLike,
      labels: Labels,
      options: FitOptions = {},
    ): AsyncGenerator<TrainingEvent | OwnEvent, void> {
      requireEngine(name);
      const { signal, checkpoint } = readOptions(name, options, fitSchema);
      check(
        labels !== undefined,
        () =>
          `${name}: labels must be an array of class numbers or class names, −1 for unlabeled images, got undefined. Call fit(images, labels).`,
      );
      const examples = readExamples(name, images);
      const known = readLabels(labels, name);
      const judged = checkFitArguments(name, examples, known, options, blueprint.unsupervised);
      const [, ...input] = examples.shape;
      const network = this.network ?? withOptions(networkFor(name, examples), blueprint.networkOptions);
      this.method = this.assembled(input);
      if (!this.given.miner) checkNeighbors(name, this.settings, known);
      yield* trainingSteps(
        this.method,
        networkMakerOf(`${name}: network`, network, input),
        { examples, labels: blueprint.unsupervised ? known.map(() => -1) : known, ...judged },
        { ...(signal && { signal }), ...(checkpoint !== undefined && { checkpoint }) },
        (model) => {
          this.dispose();
          this.model = handOver(model);
        },
      );
    }

    transform(images: ExamplesLike): tf.Tensor2D {
      return transform(this.fitted("transform"), images, `${name}.transform`);
    }

    get learned(): DeepModel {
      return this.fitted("learned");
    }

    untrained(): Learner {
      const { makeNetwork, preprocessing } = this.fitted("untrained");
      const fresh = new Learner({ ...this.asked, ...this.given } as unknown as Options & PartOptions);
      const again = preprocessingFrom(preprocessing.name, preprocessing.arrays);
      fresh.method = this.method;
      fresh.model = handOver(initialModel(this.settings.seed, makeNetwork, again, this.startMetric));
      return fresh;
    }

    async save(path: string): Promise<void> {
      const model = this.fitted("save");
      readPath(`${name}.save`, path);
      checkSavedName(`${name}.save`, path);
      await saveModel(name, model, path, this.method.settings, this.parts);
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
        learner.model = handOver(
          restoredModel(learner.settings.seed, makeNetwork, learner.startMetric, saved),
        );
        learner.method = learner.assembled(learner.model.network.inputShape);
        return result;
      });
    }

    dispose(): void {
      if (this.model) disposeModel(this.model);
      this.model = undefined;
    }

    [Symbol.dispose](): void {
      this.dispose();
    }

    toString(): string {
      if (!this.model) return `${name}, not fitted yet`;
      const { network, metric } = this.model;
      const { parameters, bytes } = sizeOf(this.model);
      return `${name}: ${network.name} network, L [${metric.shape.join(", ")}], ${parameters.toLocaleString("en-US")} parameters, ${sizeText(bytes)}`;
    }

    /** A table in console.log, one line inside other values. */
    [inspect.custom](depth: number, { depth: whole }: InspectOptions): string {
      return depth === whole
        ? modelText(this.toString(), modelRows(this.model, this.parts))
        : this.toString();
    }

    [Symbol.for("Jupyter.display")](): Record<string, string> {
      return modelBundle(this.toString(), modelRows(this.model, this.parts));
    }

    /** What can be read in JSON: no weights. */
    toJSON(): object {
      return { method: name, settings: this.settings, parts: this.parts };
    }

    private assembled(example?: Shape): Method<never> {
      const settings = this.decided({ example, ownNetwork: this.network !== undefined });
      return { ...blueprint.assemble(settings, this.given, example), name, settings };
    }

    /** Options of the defaults that parts of the caller's own replace. */
    private meaningless(): readonly string[] {
      return Object.keys(this.given).flatMap(
        (part) => blueprint.optionsOfParts?.[part as keyof PartOptions] ?? [],
      );
    }

    private decided(context: DefaultsContext): Settings {
      const defaults = (blueprint.defaultsFor ?? pretrainingDefaults)(context) as Partial<Settings>;
      const meaningless = this.meaningless();
      const others = Object.entries(defaults).filter(([option]) => !meaningless.includes(option));
      return decideSettings(this.asked, Object.fromEntries(others) as Partial<Settings>);
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
