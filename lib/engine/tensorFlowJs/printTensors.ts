import { inspect } from "node:util";
import { Tensor } from "@tensorflow/tfjs";
import { tensorText } from "../../core/summaries";

/** Makes `console.log` print a tensor as one line in place of its internal fields. `tensor.print()` shows the values. */
export function printTensors(): void {
  Object.defineProperty(Tensor.prototype, inspect.custom, {
    value(this: Tensor) {
      return tensorText(this);
    },
    configurable: true,
  });
}
