import { anything, finiteNumber, isRecord, listOf, optional, readOptions, recordOf } from "../core/options";
import { check, plural } from "../core";
import { toFloat64, type MatrixLike } from "../core/values";
import { orthonormalityDefect, type HistoryRow } from "../manifold";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw } from "./parts/draw";
import { named, type Named } from "./parts/named";
import { extent, rounded } from "./parts/rows";
import { panelGrid, type Panel } from "./parts/series";

/** A solver's result, or the rows of its history so far. */
export type Run = { readonly history: readonly HistoryRow[] } | readonly HistoryRow[];

export interface ConvergenceOptions extends FigureOptions {
  /** The points L of the iterations of a single run, as `recordPoints` collects them. Adds the error ‖LᵀL − I‖. */
  points?: readonly MatrixLike[];
}

/**
 * The progress of a solver: cost, gradient norm, step size and, given the points, ‖LᵀL − I‖ over its iterations.
 *
 * @param runs the result of `conjugateGradient` or another solver, or several by name
 *
 * @example
 * const fast = await conjugateGradient(grassmann(3, 1), problem);
 * const slow = await steepestDescent(grassmann(3, 1), problem);
 * await convergenceFigure({ "conjugate gradients": fast, "steepest descent": slow }).save("out/convergence.svg");
 */
export function convergenceFigure(runs: Run | Named<Run>, options: ConvergenceOptions = {}): Figure {
  const caller = "convergenceFigure";
  const given = readOptions(caller, options, {
    ...figureSchema,
    points: optional(listOf(anything<MatrixLike>(), "an array of matrices")),
  });
  const { points } = given;
  const all = named<Run>(runs, "run", `${caller}: runs`).map(([name, run]) => ({
    name,
    history: historyOf(run, `${caller}: ${name}`),
  }));
  check(
    all.length > 0 && all.every(({ history }) => history.length > 0),
    () =>
      `${caller}: each run must have a history of at least one row, got ${all.map(({ history }) => history.length).join(", ") || "no run"}. Pass the result of conjugateGradient.`,
  );
  check(
    points === undefined || (all.length === 1 && points.length === all[0].history.length),
    () =>
      `${caller}: points must have one matrix per row of a single run's history, got ${points?.length} for ${all.map(({ history }) => history.length).join(" + ")}. Collect them with recordPoints.`,
  );
  const panel = (title: string, value: (row: HistoryRow, i: number) => number | null | undefined): Panel => {
    const values = all.flatMap(({ name, history }) =>
      history.flatMap((row, i) => {
        const y = value(row, i);
        return typeof y === "number" && Number.isFinite(y)
          ? [{ iteration: row.iteration, value: rounded(y, 6), run: name }]
          : [];
      }),
    );
    return {
      title,
      values,
      x: "iteration",
      xTitle: "iteration",
      y: "value",
      log: worthLog(values.map((row) => row.value)),
      series: all.length > 1 ? "run" : undefined,
    };
  };
  const errors = points?.map((point, i) => orthonormalityDefect(toFloat64(point, `${caller}: points[${i}]`)));
  const panels = [
    panel("Cost J", ({ cost }) => cost),
    panel("Gradient norm", ({ gradientNorm }) => gradientNorm),
    panel("Step size", ({ stepSize }) => stepSize),
    ...(errors
      ? [panel("Orthogonality error ‖LᵀL − I‖", (_, i) => Math.max(errors[i], Number.EPSILON))]
      : []),
  ];
  const last = all.map(({ history }) => history.at(-1)!);
  return draw(given, {
    caller,
    title: "Convergence of the solver",
    summary: `convergence of ${all.length === 1 ? "a run" : plural(all.length, "run")} over ${plural(extent(last.map(({ iteration }) => iteration))[1], "iteration")}`,
    content: panelGrid(
      panels.filter(({ values }) => values.length > 0),
      given,
      caller,
    ),
  });
}

function historyOf(run: Run, name: string): readonly HistoryRow[] {
  const history = isRecord(run) ? run.history : run;
  return listOf(
    recordOf<HistoryRow>("a row of a solver's history", { iteration: finiteNumber() }),
    "the result of a solver or its history",
  ).read(history, name);
}

/** A logarithmic axis shows more if all values are positive and span an order of magnitude. */
function worthLog(values: readonly number[]): boolean {
  const [least, greatest] = extent(values);
  return least > 0 && greatest / least > 10;
}
