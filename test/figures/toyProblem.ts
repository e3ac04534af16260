import { conjugateGradient, grassmann, metricProblem, random, recordPoints } from "../../lib";

/** A small metric problem, the same each time. */
export function toyProblem(d: number) {
  const stream = random(3);
  const rows = (scale: (axis: number) => number) =>
    Array.from({ length: 20 }, () => Array.from({ length: d }, (_, axis) => scale(axis) * stream.normal()));
  return metricProblem(
    rows((axis) => (axis === 0 ? 1 : 0.4)),
    rows((axis) => (axis === d - 1 ? 0.9 : 0.3)),
  );
}

/** A run of conjugate gradients on it, with the points of its iterations. */
export async function run(d: number, l: number, maxIterations = 8) {
  const problem = toyProblem(d);
  const { problem: recorded, points } = recordPoints(problem);
  const manifold = grassmann(d, l);
  const result = await conjugateGradient(manifold, recorded, manifold.rand(1), { maxIterations });
  return { result, points, problem };
}
