import { InferenceSession, Tensor } from "onnxruntime-node";

/** What an .onnx file computes, by onnxruntime in Node. */
export async function runOnnx(
  file: string,
  data: ArrayLike<number>,
  shape: readonly number[],
): Promise<{ data: Float32Array; shape: number[] }> {
  const session = await InferenceSession.create(file, { logSeverityLevel: 3 });
  try {
    const input = new Tensor("float32", Float32Array.from(data), shape);
    const { embeddings } = await session.run({ [session.inputNames[0]]: input });
    return { data: embeddings.data as Float32Array, shape: [...embeddings.dims] };
  } finally {
    await session.release();
  }
}

/** The largest difference of two lists of numbers. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  // Written so that NaN counts as a difference.
  return Array.from(a, (value, i) => Math.abs(value - b[i])).reduce(
    (most, value) => (value <= most ? most : value),
    0,
  );
}
