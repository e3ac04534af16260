import { anyList, describeValue, hasHoles, isList } from "../../core/options";
import { check } from "../../core";
import type { Images } from "./images";

type Nested = number | readonly Nested[];
type Numbers = ArrayLike<number> & Exclude<ArrayBufferView, DataView>;

/**
 * Makes images from nested arrays `[n][height][width]` or `[n][height][width][channels]`, or from a flat or typed array and its
 * shape. Bytes stay bytes; other numbers become 32-bit floats.
 *
 * @example imagesFromArray(pixels, [1000, 28, 28]);
 */
export function imagesFromArray(values: readonly Nested[] | Numbers, shape?: readonly number[]): Images {
  anyList.read(values, "imagesFromArray: values");
  if (shape !== undefined) anyList.read(shape, "imagesFromArray: shape");
  check(
    shape === undefined || shape.length <= 8,
    () =>
      `imagesFromArray: shape must be [n, height, width] or [n, height, width, channels], got ${describeValue(shape)}.`,
  );
  const fullShape: readonly number[] = Array.from(shape ?? shapeOf(values, 0));
  check(
    fullShape.length === 3 || fullShape.length === 4,
    () =>
      `imagesFromArray: shape must be [n, height, width] or [n, height, width, channels], got ${shapeText(fullShape)}.`,
  );
  check(
    fullShape.every((length) => Number.isInteger(length) && length > 0),
    () => `imagesFromArray: shape must hold positive whole numbers, got ${shapeText(fullShape)}.`,
  );
  const flat =
    shape === undefined ? flatten(values as readonly Nested[], fullShape) : (values as ArrayLike<number>);
  const size = fullShape.reduce((product, length) => product * length, 1);
  check(
    flat.length === size,
    () =>
      `imagesFromArray: values must hold ${fullShape.join(" × ")} = ${size} numbers, got ${flat.length}. Fix the shape.`,
  );
  const [count, height, width, channels = 1] = fullShape;
  return { data: pixelsOf(flat), shape: [count, height, width, channels] };
}

/** The length of the first array at each depth. Stops at depth five, which is wrong anyway. */
function shapeOf(values: unknown, depth: number): number[] {
  if (!isList(values) || depth > 5) return [];
  return [values.length, ...(values.length > 0 ? shapeOf(values[0], depth + 1) : [])];
}

function flatten(values: readonly Nested[], shape: readonly number[]): ArrayLike<number> {
  const flat: number[] = [];
  const visit = (part: Nested, depth: number, where: string) => {
    if (depth === shape.length) {
      flat.push(part as number);
      return;
    }
    check(
      !isList(part) || !hasHoles(part),
      () => `imagesFromArray: values${where} must have no holes, got ${describeValue(part)}.`,
    );
    check(isList(part) && part.length === shape[depth], () =>
      isList(part)
        ? `imagesFromArray: values${where} has ${part.length} entries, but the first array at this depth has ${shape[depth]}.`
        : `imagesFromArray: values${where} must be an array, got ${describeValue(part)}.`,
    );
    for (let i = 0; i < part.length; i++) visit(part[i], depth + 1, `${where}[${i}]`);
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
      () => `imagesFromArray: values[${i}] must be a number, got ${describeValue(values[i])}.`,
    );
  }
  return values instanceof Float32Array ? values : Float32Array.from(values);
}

const shapeText = (shape: readonly unknown[]) =>
  shape.length <= 6 ? `[${shape.map(describeValue).join(", ")}]` : describeValue(shape);
