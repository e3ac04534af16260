import * as tf from "@tensorflow/tfjs-core";
import { check, namedPart, recordPart } from "../../core";
import { argument, hasHoles, isArray, listOf } from "../../core/options";
import { buildBranches } from "./chain";
import { readLayer, type Layer, type LayerLike } from "./layer";

const branchList = listOf(
  argument<readonly LayerLike[]>("an array of layers", (value) => isArray(value) && !hasHoles(value)),
  "an array of branches, each an array of layers",
  { min: 1 },
);

/**
 * Branches that see the same input; their outputs are concatenated along the last axis, the channels. All branches must have the same
 * height and width. An empty branch passes its input on.
 *
 * @example
 * const branches = [[convolution(4, 1)], [convolution(6, 1), relu(), convolution(8, 3, { padding: "same" })]];
 * parallel(branches).build([28, 28, 1], random(1)).output; // → [28, 28, 12]
 */
export function parallel(branches: readonly (readonly LayerLike[])[]): Layer {
  branchList.read(branches, "parallel: branches");
  const read = branches.map((layers, b) =>
    layers.map((layer, i) => readLayer(layer, `parallel: branches[${b}][${i}]`)),
  );
  return namedPart<Pick<Layer, "build">>(
    "parallel",
    { branches: read.map((layers) => recordPart(layers)) },
    {
      build(input, random) {
        const chains = buildBranches(read, input, random);
        const extents = chains.map(({ output }) => output.slice(0, -1).join(" × "));
        const widths = chains.map(({ output }) => output[output.length - 1]);
        const parameters = Object.fromEntries(
          chains.flatMap((chain, b) =>
            Object.entries(chain.parameters).map(([key, value]) => [`branch${b + 1}/${key}`, value]),
          ),
        );
        if (new Set(extents).size > 1) tf.dispose(parameters);
        check(
          new Set(extents).size === 1,
          () => `parallel: branches must give images of the same size, got ${extents.join(" and ")}.`,
        );
        const output = [...chains[0].output.slice(0, -1), widths.reduce((sum, width) => sum + width, 0)];
        return {
          output,
          parameters,
          forward: (x) =>
            tf.concat(
              chains.map((chain) => chain.forward(x)),
              -1,
            ),
          pullback(x, _y, dy) {
            const parts = tf.split(dy, widths, -1);
            const pullbacks = chains.map((chain, b) => chain.pullback(chain.values(x), parts[b]));
            return {
              input: () =>
                pullbacks.map((pullback) => pullback.input()).reduce((sum, part) => tf.add(sum, part)),
              parameters: Object.fromEntries(
                pullbacks.flatMap((pullback, b) =>
                  Object.entries(pullback.parameters).map(([key, value]) => [`branch${b + 1}/${key}`, value]),
                ),
              ),
            };
          },
          onnx(graph, x) {
            const [first, ...others] = chains.map((chain) => graph.channelsFirst(chain.onnx(graph, x)));
            return graph.node("Concat", [first, ...others], {
              shape: output,
              whole: { axis: graph.channelAxis(first) },
            });
          },
        };
      },
    },
  );
}
