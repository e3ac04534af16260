import type { Awaitable } from "../../algebra";
import { gramAt, type Geometry } from "../manifold";

/** Why the inner iteration stopped. "boundary": the step is as long as the radius allows. */
export type InnerStop = "converged" | "boundary" | "max-iterations" | "no-decrease";

export interface InnerStep<M> {
  /** The step η, owned by the caller. */
  step: M;
  /** ‖η‖ */
  length: number;
  /** m(0) − m(η) */
  decrease: number;
  stop: InnerStop;
  iterations: number;
}

export interface InnerProblem<M> {
  geometry: Geometry<M>;
  point: M;
  gradient: M;
  gradientNorm: number;
  radius: number;
  /** Hess f[U], owned by the caller. */
  hessian: (u: M) => Awaitable<M>;
  maxIterations: number;
  /** Yields to the event loop; true ends the iteration. */
  interrupted: () => Promise<boolean>;
}

/** The inner iteration stops when the residual falls below ‖g‖·min(‖g‖, κ), so that the outer one converges superlinearly. */
const KAPPA = 0.1;

/**
 * Minimizes the model m(η) = ⟨g, η⟩ + ½⟨η, Hess f[η]⟩ over ‖η‖ ≤ Δ by conjugate gradients that stop at the boundary. Negative
 * curvature also leads there (Steihaug 1983, Toint 1981; on manifolds: Absil, Baker & Gallivan 2007).
 */
export async function truncatedConjugateGradient<M>(problem: InnerProblem<M>): Promise<InnerStep<M>> {
  const { geometry, point, gradient, gradientNorm, radius, hessian } = problem;
  const { algebra } = geometry;
  const { combine } = algebra;
  const target = gradientNorm * Math.min(gradientNorm, KAPPA);
  // η and Hess f[η], the residual r = g + Hess f[η], the search direction δ, and their inner products.
  let { step, bent, residual, direction } = algebra.scope(() => ({
    step: combine(0, gradient, 0, gradient),
    bent: combine(0, gradient, 0, gradient),
    residual: combine(1, gradient, 0, gradient),
    direction: combine(-1, gradient, 0, gradient),
  }));
  let residualSquared = gradientNorm ** 2;
  let directionSquared = residualSquared;
  let stepSquared = 0;
  let stepDotDirection = 0;
  let decrease = 0;
  const finish = (stop: InnerStop, iterations: number): InnerStep<M> => {
    algebra.dispose([bent, residual, direction]);
    return { step, length: Math.sqrt(stepSquared), decrease, stop, iterations };
  };
  for (let iteration = 1; iteration <= problem.maxIterations; iteration++) {
    if (await problem.interrupted()) return finish("max-iterations", iteration - 1);
    const curved = await hessian(direction);
    const curvature = (
      await algebra.read(algebra.scope(() => gramAt(geometry, point, [direction, curved])))
    )[1];
    const full = residualSquared / curvature;
    const lengthSquared = stepSquared + full * (2 * stepDotDirection + full * directionSquared);
    const inside = curvature > 0 && lengthSquared < radius * radius;
    const t = inside ? full : stepToBoundary(stepDotDirection, directionSquared, stepSquared, radius);
    const next = algebra.scope(() => {
      const [step_, bent_] = [combine(1, step, t, direction), combine(1, bent, t, curved)];
      const residual_ = combine(1, residual, t, curved);
      return {
        step_,
        bent_,
        residual_,
        products: gramAt(geometry, point, [step_, gradient, bent_, residual_]),
      };
    });
    const gram = await algebra.read(next.products);
    const lowered = -gram[1] - gram[2] / 2;
    algebra.dispose([curved]);
    if (!(lowered > decrease)) {
      algebra.dispose([next.step_, next.bent_, next.residual_]);
      return finish("no-decrease", iteration);
    }
    algebra.dispose([step, bent, residual]);
    [step, bent, residual] = [next.step_, next.bent_, next.residual_];
    [decrease, stepSquared] = [lowered, gram[0]];
    if (!inside) return finish("boundary", iteration);
    const squared = gram[15];
    if (Math.sqrt(squared) <= target) return finish("converged", iteration);
    const beta = squared / residualSquared;
    const turned = algebra.scope(() => combine(-1, residual, beta, direction));
    algebra.dispose([direction]);
    direction = turned;
    stepDotDirection = beta * (stepDotDirection + t * directionSquared);
    directionSquared = squared + beta * beta * directionSquared;
    residualSquared = squared;
  }
  return finish("max-iterations", problem.maxIterations);
}

/** The t > 0 with ‖η + tδ‖ = Δ. */
function stepToBoundary(
  product: number,
  directionSquared: number,
  stepSquared: number,
  radius: number,
): number {
  const rest = Math.max(0, radius * radius - stepSquared);
  return (-product + Math.sqrt(product * product + directionSquared * rest)) / directionSquared;
}
