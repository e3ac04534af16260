import * as tf from "@tensorflow/tfjs-core";
import { plural } from "../printing";
import { engineCapabilities } from "../engine/engineCapabilities";
import { check } from "../errors";
import { wrongValue } from "./argument";
import { describeValue } from "./describeValue";
import { isTensor } from "./kinds";

/** A numeric tensor of the given rank that has not been disposed. `name` is for error texts. */
export function readTensor<T extends tf.Tensor>(value: T, name: string, rank?: number): T {
  if (!isTensor(value))
    throw wrongValue(
      name,
      rank === undefined ? "a tensor" : `a tensor of ${plural(rank, "dimension")}`,
      value,
    );
  check(!value.isDisposed, () => `${name} must not be disposed, got a disposed tensor.`);
  check(
    value.dtype !== "string" && value.dtype !== "complex64",
    () => `${name} must hold numbers, got a tensor of type ${value.dtype}.`,
  );
  check(
    rank === undefined || value.rank === rank,
    () =>
      `${name} must have ${rank === 2 ? "two" : rank} dimensions, got ${describeValue(value)}.${rank === 2 && value.rank === 1 ? " Make it a column with expandDims(1), or a row with expandDims(0)." : ""}`,
  );
  return value;
}

/** Checks that tensors can be read synchronously, which not every engine allows. */
export function checkReadableNow(name: string): void {
  check(
    engineCapabilities().readsAtOnce,
    () =>
      `${name} is a tensor of the ${tf.getBackend()} engine, which can only be read asynchronously. Pass await ${name.replace(/^.*: /, "")}.array() instead.`,
  );
}
