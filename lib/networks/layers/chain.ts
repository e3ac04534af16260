import * as tf from "@tensorflow/tfjs-core";
import { argument, functionValue, isArray, readRecord } from "../../core/options";
import type { Random } from "../../core/values";
import { writeTo, type OnnxGraph, type OnnxValue } from "../onnx";
import { pullbackOf, type BuiltLayer, type Layer, type Pullback, type Shape } from "./layer";

/** Layers one after another, built for an input. */
export interface Chain {
  readonly output: Shape;
  /** θ of all layers: the parameters of the n-th layer that has any are named `filter1`, `bias1`, …. */
  readonly parameters: Record<string, tf.Variable>;
  forward(x: tf.Tensor): tf.Tensor;
  /** The input and the output of every layer. The caller owns all but the first. */
  values(x: tf.Tensor): tf.Tensor[];
  /** ∂J/∂θ and, when asked for, ∂J/∂x from the values and ∂J/∂y. */
  pullback(values: readonly tf.Tensor[], dy: tf.Tensor): Pullback;
  /** Adds all layers to an ONNX graph; one that cannot be written is named in the error. */
  onnx(graph: OnnxGraph, x: OnnxValue): OnnxValue;
}

/** Builds layers for an input of a shape. If one does not fit, the weights of those before it are freed. */
export function buildChain(layers: readonly Layer[], input: Shape, random: Random): Chain {
  const built: BuiltLayer[] = [];
  let output = input;
  try {
    for (const layer of layers) {
      const next = checkBuilt(layer, layer.build(output, random));
      built.push(next);
      output = next.output;
    }
  } catch (error) {
    for (const { parameters } of built) tf.dispose(parameters ?? {});
    throw error;
  }
  return chainOf(
    built,
    output,
    layers.map(({ name }) => name),
  );
}

/** Builds several branches for the same input. If one does not fit, the weights of the others are freed. */
export function buildBranches(
  branches: readonly (readonly Layer[])[],
  input: Shape,
  random: Random,
): Chain[] {
  const chains: Chain[] = [];
  try {
    for (const layers of branches) chains.push(buildChain(layers, input, random));
  } catch (error) {
    for (const { parameters } of chains) tf.dispose(parameters);
    throw error;
  }
  return chains;
}

/** What a layer builds, which may be the caller's own. */
function checkBuilt({ name }: Layer, built: BuiltLayer): BuiltLayer {
  return readRecord(`what ${name || "a layer"} builds`, built, "{ output, forward }", {
    output: argument(
      "the shape of one example",
      (value) =>
        isArray(value) &&
        value.length > 0 &&
        value.every((extent) => Number.isInteger(extent) && Number(extent) >= 1),
    ),
    forward: functionValue(),
  });
}

function chainOf(layers: readonly BuiltLayer[], output: Shape, titles: readonly string[]): Chain {
  let counted = 0;
  const names = layers.map(({ parameters = {} }) => {
    const keys = Object.keys(parameters);
    const number = keys.length > 0 ? ++counted : counted;
    // Nested layers have names with a slash: theirs go behind the number.
    return Object.fromEntries(
      keys.map((key) => [key, key.includes("/") ? `${number}/${key}` : `${key}${number}`]),
    );
  });
  const renamed = <T>(layer: number, values: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(values).map(([key, value]) => [names[layer][key], value]);
  const apply = (layer: BuiltLayer, x: tf.Tensor) => layer.forward(x);
  return {
    output,
    parameters: Object.fromEntries(layers.flatMap(({ parameters = {} }, i) => renamed(i, parameters))),
    forward: (x) => layers.reduce((value, layer) => apply(layer, value), x),
    values(x) {
      const values = [x];
      for (const layer of layers) values.push(tf.tidy(() => apply(layer, values[values.length - 1])));
      return values;
    },
    pullback(values, dy) {
      const parameters: Record<string, tf.Tensor> = {};
      let error = () => dy;
      for (let i = layers.length - 1; i >= 0; i--) {
        const pullback = pullbackOf(layers[i], values[i], values[i + 1], error());
        Object.assign(parameters, Object.fromEntries(renamed(i, pullback.parameters)));
        error = () => pullback.input();
      }
      return { input: error, parameters };
    },
    onnx: (graph, x) =>
      layers.reduce(
        (value, layer, i) => writeTo(graph, value, `the layer ${titles[i]} (number ${i + 1})`, layer),
        x,
      ),
  };
}
