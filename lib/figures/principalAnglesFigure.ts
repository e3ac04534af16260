import { readOptions } from "../core/options";
import { check, plural } from "../core";
import type { MatrixLike } from "../core/values";
import { principalAngles } from "../manifold";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw, panelSize } from "./parts/draw";
import { named, type Named } from "./parts/named";
import { seriesEncoding } from "./parts/series";

/**
 * The principal angles θ₁ ≤ … ≤ θ_l between one metric and others. They are all 0° for L and LB, which define the same distances; an
 * angle of 90° is a direction that the other metric ignores. The legend gives the geodesic distance √Σθᵢ² on the Grassmannian.
 *
 * @param reference L, [d, l]
 * @param metrics another L of the same shape, or several by name
 *
 * @example
 * const { rand } = grassmann(4, 2);
 * await principalAnglesFigure(rand(1), { "another start": rand(2) }).save("out/angles.svg");
 */
export function principalAnglesFigure(
  reference: MatrixLike,
  metrics: MatrixLike | Named<MatrixLike>,
  options: FigureOptions = {},
): Figure {
  const caller = "principalAnglesFigure";
  const given = readOptions(caller, options, figureSchema);
  const series = named(metrics, "metric", `${caller}: metrics`).map(([name, metric]) => {
    const angles = [...principalAngles(reference, metric)];
    return { name: `${name} (distance ${Math.hypot(...angles).toFixed(2)})`, angles };
  });
  check(series.length > 0, () => `${caller}: metrics must not be empty. Pass a matrix or { name: matrix }.`);
  const values = series.flatMap(({ name, angles }) =>
    angles.map((angle, i) => ({
      number: i + 1,
      degrees: Number(((angle * 180) / Math.PI).toFixed(3)),
      metric: name,
    })),
  );
  const l = series[0].angles.length;
  return draw(given, {
    caller,
    title: "Principal angles between metrics",
    summary: `${plural(l, "principal angle")} to ${series.map(({ name }) => name).join(", ")}`,
    content: {
      ...panelSize(given, { width: 560, height: 260 }, caller),
      data: { values },
      mark: { type: "line", point: l <= 64 ? { size: 18 } : false, tooltip: true },
      encoding: {
        x: {
          field: "number",
          type: "quantitative",
          scale: { domain: l === 1 ? [0, 2] : [1, l], nice: false, padding: 4 },
          axis: { title: "index of the angle, by size", format: "d", tickMinStep: 1, grid: false },
        },
        y: {
          field: "degrees",
          type: "quantitative",
          scale: { domain: [0, 90] },
          axis: { title: "angle, degrees", values: [0, 30, 60, 90] },
        },
        ...seriesEncoding("metric"),
      },
    },
  });
}
