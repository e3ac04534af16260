import { describeValue, hasHoles, isList } from "../../core/options";
import { check, plural } from "../../core";
import type { Images } from "./images";

export type Nested = number | ArrayLike<number> | readonly Nested[];

/** Images from nested arrays, [n, height, width] or [n, height, width, channels]. `caller` and `argument` are for error texts. */
export function fromNested(caller: string, argument: string, values: readonly Nested[]): Images {
  const shape = shapeOf(values, 0);
  check(
    values.length === 0 || shape.length === 3 || shape.length === 4,
    () =>
      `${caller}: ${argument} must be nested as [n][height][width] or [n][height][width][channels], got the shape [${shape.join(", ")}].`,
  );
  const [count, height = 0, width = 0, channels = 1] = shape;
  const flat = flatten(`${caller}: ${argument}`, values, shape);
  return { data: pixelsOf(caller, argument, flat), shape: [count, height, width, channels] };
}

/** The length of the first array at each depth. Stops at depth five, which is wrong anyway. */
export function shapeOf(values: unknown, depth: number): number[] {
  if (!isList(values) || depth > 5) return [];
  return [values.length, ...(values.length > 0 ? shapeOf(values[0], depth + 1) : [])];
}

/** The numbers of nested arrays, which must have the given shape. `name` is for error texts. */
export function flatten(
  name: string,
  values: readonly Nested[],
  shape: readonly number[],
): ArrayLike<number> {
  const flat: number[] = [];
  const visit = (part: Nested, depth: number, where: string) => {
    if (depth === shape.length) {
      flat.push(part as number);
      return;
    }
    check(
      !isList(part) || !hasHoles(part),
      () => `${name}${where} must have no holes, got ${describeValue(part)}.`,
    );
    check(isList(part) && part.length === shape[depth], () =>
      isList(part)
        ? `${name}${where} has ${plural(part.length, "entry", "entries")}, but the first array at this depth has ${shape[depth]}.`
        : `${name}${where} must be an array, got ${describeValue(part)}.`,
    );
    for (let i = 0; i < part.length; i++) visit(part[i], depth + 1, `${where}[${i}]`);
  };
  visit(values, 0, "");
  return flat;
}

/** Bytes as they are, other numbers in single precision; they must be finite. */
export function pixelsOf(
  caller: string,
  argument: string,
  values: ArrayLike<number>,
): Uint8Array | Float32Array {
  if (values instanceof Uint8Array) return values;
  if (values instanceof Uint8ClampedArray) {
    return new Uint8Array(values.buffer, values.byteOffset, values.length);
  }
  for (let i = 0; i < values.length; i++) {
    check(
      Number.isFinite(values[i]),
      () => `${caller}: ${argument}[${i}] must be a number, got ${describeValue(values[i])}.`,
    );
  }
  return values instanceof Float32Array ? values : Float32Array.from(values);
}
