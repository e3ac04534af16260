import {
  describeValue,
  isArray,
  isRecord,
  anyNumber,
  listOf,
  positive,
  readOptions,
  readRecord,
  recordOf,
} from "../core/options";
import { check } from "../core";
import type { SlopeCheck } from "../manifold";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { decades } from "./parts/axes";
import { draw, panelSize } from "./parts/draw";
import { extent, rounded } from "./parts/rows";
import type { Legend, Position } from "./render/spec";
import { meaning, okabeIto } from "./render/theme";

/**
 * The plot of `checkGradient`, `checkHessian` or `checkRetraction`: the error of the model at step t, on logarithmic axes, and a line
 * with the slope that theory predicts. The error leaves the line where rounding dominates.
 *
 * @example await gradientCheckFigure(await checkGradient(grassmann(3, 1), problem)).save("out/check.svg");
 */
export function gradientCheckFigure(slopeCheck: SlopeCheck, options: FigureOptions = {}): Figure {
  const caller = "gradientCheckFigure";
  const given = readOptions(caller, options, figureSchema);
  check(
    isRecord(slopeCheck) && isArray(slopeCheck.rows),
    () =>
      `${caller}: slopeCheck must be the result of checkGradient, got ${describeValue(slopeCheck)}. Await checkGradient first.`,
  );
  readRecord(`${caller}: slopeCheck`, slopeCheck, "the result of checkGradient", {
    slope: anyNumber,
    expectedSlope: anyNumber,
    rows: listOf(recordOf("a row of a check", { t: positive(), error: anyNumber, expected: anyNumber })),
  });
  const { slope, expectedSlope, passed, rows } = slopeCheck;
  const errors = rows.filter(({ error }) => error > 0 && Number.isFinite(error));
  const [least] = extent(errors.map(({ error }) => error));
  const series = ["error of the model", `expected slope ${expectedSlope}`];
  const values = [
    ...errors.map(({ t, error }) => ({ t: rounded(t), error: rounded(error), series: series[0] })),
    ...rows
      .filter(({ expected }) => Number.isFinite(expected) && expected >= least / 10)
      .map(({ t, expected }) => ({ t: rounded(t), error: rounded(expected), series: series[1] })),
  ];
  const log = (title: string, field: "t" | "error"): Position => {
    const { scale, axis } = decades(values.map((row) => row[field]));
    return { field, type: "quantitative", scale, axis: { title, ...axis } };
  };
  const legend: Legend = {
    title: null,
    orient: "bottom",
    labelLimit: 250,
    symbolType: "stroke",
    symbolSize: 250,
  };
  const byField = { field: "series", type: "nominal", legend } as const;
  const verdict = `${passed ? "passed" : "failed"}: slope ${Number.isFinite(slope) ? slope.toFixed(2) : "not visible"}, expected ${expectedSlope}`;
  return draw(given, {
    caller,
    title: "Error of the model by step size",
    subtitle: verdict,
    summary: `slope check, ${verdict}`,
    content: {
      ...panelSize(given, { width: 420, height: 280 }, caller),
      data: { values },
      encoding: {
        x: log("step size t", "t"),
        y: log("error", "error"),
        color: {
          ...byField,
          scale: { domain: series, range: [passed ? meaning.good : meaning.bad, okabeIto[1]] },
        },
        strokeDash: {
          ...byField,
          scale: {
            domain: series,
            range: [
              [1, 0],
              [5, 3],
            ],
          },
        },
      },
      layer: [
        {
          transform: [{ filter: { field: "series", equal: series[0] } }],
          mark: { type: "line", point: { size: 20 }, tooltip: true },
        },
        { transform: [{ filter: { field: "series", equal: series[1] } }], mark: "line" },
      ],
    },
  });
}
