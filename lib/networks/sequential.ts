import * as tf from "@tensorflow/tfjs-core";
import { check, plural, printsAs, recordPart, UserError } from "../core";
import { argument, flag, hasHoles, isArray, optional, readOptions, readTensor, text } from "../core/options";
import { releaseWith } from "../core/engine";
import { random } from "../core/values";
import { requireEngine } from "../engine";
import {
  buildChain,
  l2Normalize,
  readLayer,
  type Chain,
  type Layer,
  type LayerLike,
  type Shape,
} from "./layers";
import { fits, type LayeredNetwork } from "./network";

export interface SequentialOptions {
  /** The shape of one example: [height, width, channels] or [d]. Default: that of the first batch, or of the data in `fit`. */
  input?: Shape | undefined;
  /** Draws the weights. Default: the seed of the model that the network is given to, or 1. */
  seed?: number | undefined;
  /** Whether images of other heights and widths than `input` are taken too. Layers that fix the size, such as `dense`, do not allow it. Default false. */
  anySize?: boolean;
  /** Whether embeddings are scaled to length one, as the paper's are. Default true. */
  normalize?: boolean;
  /** What tables and error texts call the network. Default "sequential". */
  name?: string;
}

const layerList = argument("an array of layers", (value) => isArray(value) && !hasHoles(value));

const sequentialSchema = {
  input: optional(
    argument<Shape>(
      "[height, width, channels] or [d]",
      (value) =>
        isArray(value) &&
        (value.length === 1 || value.length === 3) &&
        value.every((extent) => Number.isSafeInteger(extent) && Number(extent) >= 1),
    ),
  ),
  seed: optional(argument<number>("a whole number such as 1", Number.isSafeInteger)),
  anySize: flag({ default: false }),
  normalize: flag({ default: true }),
  name: { ...text, default: "sequential" },
};

/**
 * A network whose layers follow each other; embeddings are scaled to length one unless `normalize` is false. The last layer must give one
 * vector per example: end with `dense(d)` or `globalAveragePool()`. Weights are drawn when they are first needed. In place of a layer, any
 * differentiable function of a batch will do.
 *
 * @example
 * const network = sequential([convolution(8, 5), relu(), maxPool(2), dense(16)], { input: [28, 28, 1], seed: 1 });
 * embed(network, images).shape; // → [200, 16]
 */
export function sequential(layers: readonly LayerLike[], options: SequentialOptions = {}): LayeredNetwork {
  layerList.read(layers, "sequential: layers");
  const { input, seed, anySize, normalize, name } = readOptions("sequential", options, sequentialSchema);
  const read = layers.map((layer, i) => readLayer(layer, `sequential: layers[${i}]`));
  const settings = {
    layers: recordPart(read),
    normalize,
    ...(anySize && { anySize }),
    ...(seed !== undefined && { seed }),
  };
  const all = normalize ? [...read, l2Normalize()] : read;
  const network = layered(name, settings, all, { input, seed, anySize });
  if (input !== undefined && seed !== undefined) network.prepare(input);
  return network;
}

/** A network over layers, whose weights are drawn when they are first needed. */
function layered(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  layers: readonly Layer[],
  given: { input: Shape | undefined; seed: number | undefined; anySize: boolean },
): LayeredNetwork & Required<Pick<LayeredNetwork, "prepare">> {
  let { input } = given;
  let chain: Chain | undefined;

  const knownInput = (): Shape => {
    if (input) return input;
    throw new UserError(
      `${name} network: the shape of its input is not known yet. Pass { input: [height, width, channels] } or { input: [d] }, or embed something first.`,
    );
  };
  const built = (shape = knownInput(), seed = given.seed ?? 1): Chain => {
    if (chain) return chain;
    requireEngine(`${name} network`);
    const made = buildChain(layers, shape, random(seed));
    const extent = made.output.slice(0, -1);
    if (extent.some((size) => size !== 1)) tf.dispose(made.parameters);
    check(
      extent.every((size) => size === 1),
      () =>
        `${name} network: the last layer must give one vector per example, got images of the shape [${made.output.join(", ")}]. End with dense(d) or globalAveragePool().`,
    );
    input = shape;
    chain = made;
    releaseWith(network, Object.values(made.parameters));
    return made;
  };
  const ready = (batch: tf.Tensor, caller: string): Chain => {
    const { shape } = readTensor(batch, `${name} network: ${caller}: images`);
    const [, ...example] = shape;
    const wanted = input ?? example;
    check(
      fits(example, wanted, given.anySize),
      () =>
        `${name} network: ${caller}: images must be [n, ${wanted.join(", ")}], got a tensor of shape [${shape.join(", ")}].`,
    );
    return built(wanted);
  };
  const describe = () => {
    if (!input) return `${name} network, which has seen no input yet`;
    const weights = Object.values(chain?.parameters ?? {}).reduce((sum, { size }) => sum + size, 0);
    const drawn = chain ? plural(weights, "parameter") : "weights not drawn yet";
    return `${name} network: [${input.join(", ")}] in ${plural(layers.length, "layer")}, ${drawn}`;
  };
  const network: ReturnType<typeof layered> = printsAs(describe, {
    name,
    settings,
    ...(given.anySize && { anySize: true }),
    get inputShape() {
      return knownInput();
    },
    get dimension() {
      return built().output.at(-1)!;
    },
    get parameters() {
      return built().parameters;
    },
    prepare: (shape) => {
      built(input ?? shape);
    },
    forward(batch) {
      const made = ready(batch, "forward");
      return rows(made, made.forward(batch), batch);
    },
    trace(batch) {
      const made = ready(batch, "trace");
      const values = made.values(batch);
      const last = values[values.length - 1];
      const embeddings = rows(made, last, batch);
      return {
        embeddings,
        gradients: (dz) => {
          const { shape } = readTensor(dz, `${name} network: gradients: dz`, 2);
          check(
            shape.join() === embeddings.shape.join(),
            () =>
              `${name} network: gradients: dz must have the shape [${embeddings.shape.join(", ")}] of the embeddings, got [${shape.join(", ")}].`,
          );
          return tf.tidy(() => made.pullback(values, tf.reshape(dz, last.shape)).parameters);
        },
        dispose: () => {
          tf.dispose([...values.slice(1), embeddings]);
        },
      };
    },
    copy(options) {
      const copy = layered(name, settings, layers, {
        input: input ?? options.input,
        seed: given.seed ?? options.seed,
        anySize: given.anySize,
      });
      for (const [key, value] of Object.entries(chain?.parameters ?? {})) copy.parameters[key].assign(value);
      return copy;
    },
    onnx(graph, x) {
      const made = built();
      return graph.reshape(made.onnx(graph, x), [made.output.at(-1)!]);
    },
    dispose() {
      if (chain) tf.dispose(chain.parameters);
    },
  });
  return network;
}

/** y as rows [n, d], one per example. */
function rows({ output }: Chain, y: tf.Tensor, { shape: [examples, ...example] }: tf.Tensor): tf.Tensor2D {
  const dimension = output.at(-1)!;
  check(
    y.size === examples * dimension,
    () =>
      `network: images of the shape [${example.join(", ")}] give more than one vector each. A network with anySize must end with a pooling such as globalAveragePool().`,
  );
  return tf.reshape(y, [examples, dimension]);
}
