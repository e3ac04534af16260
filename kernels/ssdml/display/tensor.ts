import type { MimeBundle } from "./bundle";

/** What a TensorFlow.js tensor has, as far as its summary needs it. */
interface TensorLike {
  shape: number[];
  dtype: string;
  size: number;
  isDisposed: boolean;
  dataSync(): ArrayLike<number>;
}

function isTensor(value: object): value is TensorLike {
  const { shape, dtype, size, dataSync } = value as Partial<TensorLike>;
  return (
    Array.isArray(shape) &&
    typeof dtype === "string" &&
    typeof size === "number" &&
    typeof dataSync === "function"
  );
}

/** More values than this are not fetched from the engine for a summary. */
const MOST_VALUES = 5_000_000;
const FIRST = 6;

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function statistics(values: ArrayLike<number>): string {
  let [min, max, sum, broken] = [Infinity, -Infinity, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) broken++;
    else {
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
    }
  }
  const finite = values.length - broken;
  const warning = broken > 0 ? `, ${broken} not finite` : "";
  if (finite === 0) return warning.slice(2);
  return `min ${short(min)}, mean ${short(sum / finite)}, max ${short(max)}${warning}`;
}

/** One line: `Tensor float32 [100, 64]: min -1, mean 0.02, max 1`. Never the values of a big tensor. */
export function summarizeTensor(value: TensorLike): string {
  const head = `Tensor ${value.dtype} [${value.shape.join(", ")}]`;
  if (value.isDisposed) return `${head} (disposed)`;
  if (value.size === 0 || value.size > MOST_VALUES || !/^(float32|int32|bool)$/.test(value.dtype))
    return head;
  const values = value.dataSync();
  if (value.size <= FIRST) return `${head}: ${Array.from(values, short).join(", ")}`;
  return `${head}: ${statistics(values)}`;
}

export function tensor(value: object): MimeBundle | undefined {
  return isTensor(value) ? { "text/plain": summarizeTensor(value) } : undefined;
}
