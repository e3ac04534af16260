import { toFloat64, type Matrix, type MatrixLike } from "../core/values";
import { functionValue, readRecord } from "../core/options";

/** The part of a problem that solvers use, in float64. */
interface PlainProblem {
  cost(point: MatrixLike): number;
  gradient(point: MatrixLike): MatrixLike;
}

/**
 * Records the points of a solver's iterations, at each of which it evaluates the gradient once. For `metricPathFigure` and
 * `convergenceFigure`.
 *
 * @example
 * const { problem: recorded, points } = recordPoints(problem);
 * await conjugateGradient(grassmann(3, 1), recorded, undefined, { maxIterations: 5 });
 * points.length > 1; // → true
 */
export function recordPoints(problem: PlainProblem): {
  problem: PlainProblem;
  points: Matrix<Float64Array>[];
} {
  readRecord("recordPoints: problem", problem, "a problem { cost, gradient } such as metricProblem(p, q)", {
    cost: functionValue(),
    gradient: functionValue(),
  });
  const points: Matrix<Float64Array>[] = [];
  return {
    points,
    problem: {
      cost: (point) => problem.cost(point),
      gradient(point) {
        const { data, shape } = toFloat64(point, "recordPoints: L");
        points.push({ data: data.slice(), shape });
        return problem.gradient(point);
      },
    },
  };
}
