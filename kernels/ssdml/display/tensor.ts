import { inspect, types } from "node:util";
import { escapeHtml } from "../../../lib/core/html";
import { numbersText, short, tensorText } from "../../../lib/core/summaries";
import { encodePng, heatmap, imageStrip, type Picture } from "../../../lib/display/pictures";
import type { MimeBundle } from "./mimeBundle";

/** The properties of a TensorFlow.js tensor that its summary needs. */
interface TensorLike {
  shape: number[];
  dtype: string;
  size: number;
  isDisposed: boolean;
  dataSync(): ArrayLike<number>;
}

function isTensor(value: object): value is TensorLike {
  if (!("dataSync" in value)) return false;
  const { shape, dtype, size, dataSync } = value as Partial<TensorLike>;
  return (
    Array.isArray(shape) &&
    typeof dtype === "string" &&
    typeof size === "number" &&
    typeof dataSync === "function"
  );
}

/** Larger tensors are not read from the engine for a summary. */
const MAX_VALUES = 5_000_000;
const FIRST = 6;

/** A matrix as a heatmap; three and four dimensions as pictures if possible, otherwise as the channels of the first example. */
function picture(shape: readonly number[], values: ArrayLike<number>): Picture | undefined {
  if (shape.length === 2) return heatmap(values, shape[0], shape[1]);
  if (shape.length === 3) {
    const [a, b, c] = shape;
    const isPicture = (c === 3 || c === 4) && a > 4 && b > 4;
    return imageStrip(values, isPicture ? [1, a, b, c] : [a, b, c, 1]);
  }
  if (shape.length !== 4) return undefined;
  const [count, height, width, channels] = shape;
  if ([1, 3, 4].includes(channels)) return imageStrip(values, [count, height, width, channels]);
  const pixels = height * width;
  const maps = Float32Array.from(
    { length: pixels * channels },
    (_, i) => values[(i % pixels) * channels + Math.floor(i / pixels)],
  );
  return imageStrip(maps, [channels, height, width, 1]);
}

/** Smaller tensors are not drawn. */
const MIN_DRAWN_VALUES = 16;

/** One line about the values: `[100, 64]: min -1, mean 0.02, max 1`. Two to four dimensions also get a picture. */
export function summaryWithPicture(
  head: string,
  shape: readonly number[],
  values: ArrayLike<number>,
): MimeBundle {
  const about = values.length <= FIRST ? Array.from(values, short).join(", ") : numbersText(values);
  const line = `${head}: ${about}`;
  const drawn = values.length >= MIN_DRAWN_VALUES ? picture(shape, values) : undefined;
  if (!drawn) return { "text/plain": line };
  const png = encodePng(drawn).toString("base64");
  const image = `<img src="data:image/png;base64,${png}" style="image-rendering: pixelated">`;
  return {
    "text/html": `<div><small>${escapeHtml(line)}</small><br>${image}</div>`,
    "image/png": png,
    "text/plain": line,
  };
}

export function tensor(value: object): MimeBundle | undefined {
  if (!isTensor(value)) return undefined;
  const head = tensorText(value);
  if (value.isDisposed) return { "text/plain": head };
  const { shape, size, dtype } = value;
  const readable = size > 0 && size <= MAX_VALUES && /^(float32|int32|bool)$/.test(dtype);
  return readable ? summaryWithPicture(head, shape, value.dataSync()) : { "text/plain": head };
}

/** The depth and number of values that are searched, as many as text shows. */
const DEPTH = 3;
const WIDTH = 100;

/** Makes the tensors inside a value, and all tensors printed later, one line each in text. */
export function shortenTensorsIn(value: unknown, depth = DEPTH): void {
  if (typeof value !== "object" || value === null || types.isProxy(value)) return;
  if (isTensor(value)) shortenTensorsLike(value);
  else if (depth > 0 && !ArrayBuffer.isView(value)) {
    for (const part of partsOf(value)) shortenTensorsIn(part, depth - 1);
  }
}

/** The first values in a collection or object, without calling getters. */
function partsOf(value: object): unknown[] {
  // The kernel's own methods, because a cell may have changed those of its maps and sets.
  if (types.isMap(value)) return [...Map.prototype.values.call(value)].slice(0, WIDTH);
  if (types.isSet(value)) return [...Set.prototype.values.call(value)].slice(0, WIDTH);
  const keys = Object.keys(value).slice(0, WIDTH);
  return keys.map((key) => Object.getOwnPropertyDescriptor(value, key)?.value as unknown);
}

function shortenTensorsLike(example: TensorLike): void {
  if (inspect.custom in example) return;
  Object.defineProperty(Object.getPrototypeOf(example), inspect.custom, {
    value(this: TensorLike) {
      return tensorText(this);
    },
    configurable: true,
  });
}
