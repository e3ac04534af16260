import * as tf from "@tensorflow/tfjs-core";
import { check, namedPart } from "../../core";
import { wholeNumber } from "../../core/options";
import type { BuiltLayer, Layer } from "./layer";

/**
 * The first `count` entries of each vector: after `preprocessing: "half-whitening"`, the principal directions of largest variance.
 *
 * @example leading(2).build([3], random(1)).forward(tf.tensor2d([[1, 2, 3]])).arraySync(); // → [[1, 2]]
 */
export function leading(count: number): Layer {
  wholeNumber({ min: 1 }).read(count, "leading: count");
  return namedPart<Pick<Layer, "build">>(
    "leading",
    { count },
    {
      build(input): BuiltLayer {
        check(
          input.length === 1 && input[0] >= count,
          () =>
            `leading: the input must be vectors of at least ${count} entries, got the shape [${input.join(", ")}].`,
        );
        return {
          output: [count],
          forward: (x) => tf.slice(x as tf.Tensor2D, [0, 0], [-1, count]),
          onnx: (graph, x) => {
            const [starts, ends, axes] = [0, count, 1].map((value) => graph.wholeNumbers([value]));
            return graph.node("Slice", [x, starts, ends, axes], { shape: [count] });
          },
        };
      },
    },
  );
}
