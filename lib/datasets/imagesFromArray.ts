import { check } from "../common/errors";
import type { Images } from "./images";

type Nested = number | readonly Nested[];
type Numbers = ArrayLike<number> & Exclude<ArrayBufferView, DataView>;

/**
 * Makes pictures of arrays: nested ones `[n][height][width]` or `[n][height][width][channels]`, or a flat or typed one with
 * its shape. Bytes stay bytes; all else becomes 32-bit numbers.
 *
 * @example imagesFromArray(pixels, [1000, 28, 28]);
 */
export function imagesFromArray(values: readonly Nested[] | Numbers, shape?: readonly number[]): Images {
  const fullShape = shape ?? shapeOf(values);
  check(
    fullShape.length === 3 || fullShape.length === 4,
    () =>
      `imagesFromArray: shape must be [n, height, width] or [n, height, width, channels], got [${fullShape.join(", ")}].`,
  );
  check(
    fullShape.every((length) => Number.isInteger(length) && length > 0),
    () => `imagesFromArray: shape must hold positive whole numbers, got [${fullShape.join(", ")}].`,
  );
  const flat =
    shape === undefined ? flatten(values as readonly Nested[], fullShape) : (values as ArrayLike<number>);
  const size = fullShape.reduce((product, length) => product * length, 1);
  check(
    flat.length === size,
    () =>
      `imagesFromArray: values must hold ${fullShape.join(" × ")} = ${size} numbers, got ${flat.length}. Mend the shape.`,
  );
  const [count, height, width, channels = 1] = fullShape;
  return { data: pixelsOf(flat), shape: [count, height, width, channels] };
}

function shapeOf(values: Nested | Numbers): number[] {
  return typeof values === "object" && "length" in values
    ? [values.length, ...(values.length > 0 ? shapeOf(values[0]) : [])]
    : [];
}

function flatten(values: readonly Nested[], shape: readonly number[]): ArrayLike<number> {
  const flat: number[] = [];
  const visit = (part: Nested, depth: number, where: string) => {
    if (depth === shape.length) {
      flat.push(part as number);
      return;
    }
    const parts = part as readonly Nested[];
    check(
      parts.length === shape[depth],
      () =>
        `imagesFromArray: values${where} has the length ${parts.length}, the first of its kind has ${shape[depth]}.`,
    );
    parts.forEach((inner, i) => {
      visit(inner, depth + 1, `${where}[${i}]`);
    });
  };
  visit(values, 0, "");
  return flat;
}

function pixelsOf(values: ArrayLike<number>): Uint8Array | Float32Array {
  if (values instanceof Uint8Array) return values;
  if (values instanceof Uint8ClampedArray) {
    return new Uint8Array(values.buffer, values.byteOffset, values.length);
  }
  for (let i = 0; i < values.length; i++) {
    check(
      Number.isFinite(values[i]),
      () => `imagesFromArray: values[${i}] must be a number, got ${values[i]}.`,
    );
  }
  return values instanceof Float32Array ? values : Float32Array.from(values);
}
