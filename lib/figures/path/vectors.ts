export type Vector3 = [number, number, number];

export const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

export function unit<V extends number[]>(vector: V): V {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length) as V;
}
