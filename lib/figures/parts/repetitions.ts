import { plural } from "../../core";
import type { Layer, Position, Row } from "../render/spec";
import { extent, rounded } from "./rows";

/** What is shaded around a mean. */
export type Band = "deviation" | "range";

/** The columns of lines, and the one of what was repeated, such as the seed. */
export interface Columns {
  x: string;
  y: string;
  series?: string | undefined;
  over: string;
}

/** The rows of one point, as they were repeated. */
export type Repetitions = readonly (readonly Row[])[];

/** The rows with the same x on the same line, together. */
export function repetitionsOf(rows: readonly Row[], { x, series }: Columns): Repetitions {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row[x], series === undefined ? null : row[series]]);
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** A point for which a repetition is there twice, so that its rows are of different lines. */
export function mixedPoint(points: Repetitions, { over }: Columns): readonly Row[] | undefined {
  return points.find((rows) => new Set(rows.map((row) => row[over])).size < rows.length);
}

/** The ends of the band around column `y`. */
const endsOf = (y: string) => ({ low: `${y} from`, high: `${y} to` });

/** A row for each point: the mean in column y, and the ends of the band. A positive band stays above 0, for logarithmic axes. */
export function meansOf(
  points: Repetitions,
  { x, y, series }: Columns,
  band: Band,
  positive: boolean,
): Row[] {
  const { low, high } = endsOf(y);
  return points.map((rows) => {
    const values = rows.map((row) => Number(row[y]));
    const [least, greatest] = extent(values);
    const mean = values.reduce((sum, value) => sum + value / values.length, 0);
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
    const below = mean - deviation;
    const [from, to] = band === "range" ? [least, greatest] : [below, mean + deviation];
    return {
      [x]: rows[0][x],
      [y]: rounded(mean),
      [low]: rounded(positive && from <= 0 ? least : from),
      [high]: rounded(to),
      ...(series !== undefined && { [series]: rows[0][series] }),
    };
  });
}

/** "mean of 3 seeds, shaded: ± standard deviation" */
export function bandText(points: Repetitions, over: string, band: Band): string {
  const [least, most] = extent(points.map(({ length }) => length));
  const count = least < most ? `${least} to ${plural(most, over)}` : plural(most, over);
  return `mean of ${count}; shaded: ${band === "range" ? "from the least to the greatest" : "± standard deviation"}`;
}

/** The shaded band, in the color of its line. The legend shows the lines. */
export function bandLayer(y: string, series: string | undefined, position: Position, clip: boolean): Layer {
  const { low, high } = endsOf(y);
  return {
    mark: { type: "area", opacity: 0.2, clip },
    encoding: {
      y: { ...position, field: low },
      y2: { field: high },
      ...(series !== undefined && { fill: { field: series, type: "nominal", sort: null, legend: null } }),
    },
  };
}
