import { inspect } from "node:util";
import type * as tf from "@tensorflow/tfjs-core";
import {
  abortSignal,
  functionValue,
  optional,
  readOptions,
  readPath,
  readSettings,
} from "../../../core/options";
import { aboutFile, UserError, withStopButton } from "../../../core";
import type { MatrixLike } from "../../../core/values";
import type { Labels } from "../../../graph";
import { identityMatrix, metricOf, transformBy, type MahalanobisMetric } from "./metric";
import { readClassLabels } from "../pairs/constraints";
import { readPointsLater } from "./input";
import { learn } from "./learn";
import type { ClassicalEvent, MetricMethod, Prepared } from "./method";
import { loadMetric, saveMetric } from "./savedMetric";

export interface ClassicalFitOptions {
  /** Stops learning after the current iteration; the metric learned so far is kept. */
  signal?: AbortSignal;
}

const fitSchema = { signal: optional(abortSignal) };

/**
 * Learns a linear Mahalanobis metric from a few labeled and many unlabeled points. `fit`, `transform`, `metric` and `save` work as
 * in AGML; the functions of a method do the learning.
 */
export class MetricLearner<Settings extends object, Own extends Prepared = Prepared> {
  readonly settings: Settings;
  private learned: MahalanobisMetric | undefined;

  constructor(
    private readonly method: MetricMethod<Settings, Own>,
    options: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
  ) {
    this.settings = readSettings(method.name, method.defaults, method.ranges, options);
  }

  /** Learns from points [n, d] and labels, −1 for unlabeled. `onEvent` receives every event. A notebook's stop button ends it. */
  async fit(
    x: MatrixLike,
    labels: Labels,
    options: ClassicalFitOptions & { onEvent?: (event: ClassicalEvent) => void } = {},
  ): Promise<this> {
    const { onEvent, signal } = readOptions(this.method.name, options, {
      ...fitSchema,
      onEvent: optional(functionValue<(event: ClassicalEvent) => void>()),
    });
    const stop = withStopButton(signal);
    for await (const event of this.steps(x, labels, stop && { signal: stop })) onEvent?.(event);
    return this;
  }

  /** `fit` step by step: `for await (const event of model.steps(x, labels)) …`. */
  async *steps(
    x: MatrixLike,
    labels: Labels,
    options: ClassicalFitOptions = {},
  ): AsyncGenerator<ClassicalEvent, void> {
    const { name } = this.method;
    const { signal } = readOptions(name, options, fitSchema);
    const points = await readPointsLater(x, name);
    const known = readClassLabels(labels, points.shape[0], name);
    let matrix = identityMatrix(points.shape[1]);
    for await (const event of learn(this.method, this.settings, points, known, signal, (m) => (matrix = m))) {
      if (event.kind === "finished") this.learned = metricOf(matrix);
      yield event;
    }
  }

  /** The embeddings xL, [n, r]; their Euclidean distances are the metric's. The caller owns the tensor. */
  transform(x: MatrixLike): tf.Tensor2D {
    return transformBy(this.method.name, this.fitted("transform"), x);
  }

  /** The learned metric: M, [d, d], and L, [d, r], with M = LLᵀ. */
  get metric(): MahalanobisMetric {
    return this.fitted("metric");
  }

  /** Writes the metric to one safetensors file, or the graph of xL to an .onnx file. */
  async save(path: string): Promise<void> {
    const metric = this.fitted("save");
    readPath(`${this.method.name}.save`, path);
    await saveMetric(path, this.method.name, this.settings, metric);
  }

  /** Reads a model that `save` wrote: `const model = await LRML.load(path)`. */
  static async load<Learner extends MetricLearner<object>>(
    this: new (options?: never) => Learner,
    path: string,
  ): Promise<Learner> {
    const { name } = new this().method;
    const { settings, metric } = await loadMetric(path, name);
    const model = aboutFile(`${name}.load: ${path} cannot be used`, () => new this(settings as never));
    model.learned = metric;
    return model;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Forgets the metric. Unlike AGML, this model holds no tensors. */
  dispose(): void {
    this.learned = undefined;
  }

  toString(): string {
    if (!this.learned) return `${this.method.name}, not fitted yet`;
    const { matrix, factor } = this.learned;
    return `${this.method.name}: M [${matrix.shape.join(", ")}], L [${factor.shape.join(", ")}]`;
  }

  [inspect.custom](): string {
    return this.toString();
  }

  private fitted(caller: string): MahalanobisMetric {
    const { name } = this.method;
    if (!this.learned)
      throw new UserError(
        `${name}.${caller}: the model is not fitted yet. Call \`await model.fit(x, labels)\` first.`,
      );
    return this.learned;
  }
}
