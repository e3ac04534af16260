/** A number with four significant digits. */
export const short = (value: number): string => String(Number(value.toPrecision(4)));

/** As many values are read for a summary. */
const mostValues = 5_000_000;

/** "min -1, mean 0.02, max 1", and how many values are not finite. */
export function numbersText(values: ArrayLike<number>): string {
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

const typeOf = (data: ArrayLike<number>) =>
  Object.prototype.toString.call(data).slice("[object ".length, -"Array]".length).toLowerCase();

/** "Matrix float64 [100, 64]: min -1, mean 0.02, max 1" */
export function matrixText({ data, shape }: { data: ArrayLike<number>; shape: readonly number[] }): string {
  const head = `Matrix ${typeOf(data)} [${shape.join(", ")}]`;
  if (data.length === 0 || data.length > mostValues) return head;
  return `${head}: ${data.length <= 6 ? Array.from(data, short).join(", ") : numbersText(data)}`;
}
