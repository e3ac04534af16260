import type { Awaitable } from "../../algebra";
import type { Place } from "./lineTrials";
import { gramAt, transported, type Geometry } from "../manifold";
import type { Objective } from "../problem";

/** Hess f[U] at a place, from the problem's Hessian or, if it has none, by a difference of gradients. */
export interface RiemannianHessian<M> {
  readonly along: (u: M) => Awaitable<M>;
  readonly dispose: () => void;
}

export function riemannianHessian<M>(
  geometry: Geometry<M>,
  objective: Objective<M>,
  place: Place<M>,
  gradient: M,
): RiemannianHessian<M> {
  const { algebra } = geometry;
  const { hessian } = objective;
  if (!hessian) {
    return {
      along: (u) => differenceOfGradients(geometry, objective, place, gradient, u),
      dispose: () => undefined,
    };
  }
  const euclidean = algebra.scope(() => objective.gradient(place.image, place.measured));
  return {
    async along(u) {
      const image = algebra.scope(() => objective.image?.(u) ?? u);
      const curved = await hessian(place.image, place.measured, image);
      const result = algebra.scope(() => geometry.ehess2rhess(place.point, euclidean, curved, u));
      algebra.dispose([image, curved], [u, result]);
      return result;
    },
    dispose: () => {
      algebra.dispose([euclidean]);
    },
  };
}

/** (T(grad f(R_x(hU))) − grad f(x))/h, where T takes the gradient back to x and h‖U‖ is a small step. */
async function differenceOfGradients<M>(
  geometry: Geometry<M>,
  objective: Objective<M>,
  place: Place<M>,
  gradient: M,
  u: M,
): Promise<M> {
  const { algebra, egrad2rgrad, retraction } = geometry;
  const norm = Math.sqrt((await algebra.read(algebra.scope(() => gramAt(geometry, place.point, [u]))))[0]);
  if (norm === 0) return algebra.scope(() => algebra.combine(0, u, 0, u));
  const h = Math.cbrt(algebra.epsilon) / norm;
  const { point, image, numbers } = algebra.scope(() => {
    const point = retraction(place.point, u, norm).point(h);
    const image = objective.image?.(point) ?? point;
    return { point, image, numbers: objective.measure(image) };
  });
  const measured = await algebra.read(numbers);
  const result = algebra.scope(() => {
    const there = egrad2rgrad(point, objective.gradient(image, measured));
    const back = transported(geometry, point, place.point, there);
    return algebra.combine(1 / h, back, -1 / h, gradient);
  });
  algebra.dispose([point, image]);
  return result;
}
