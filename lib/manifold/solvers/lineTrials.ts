import type { Geometry } from "../manifold";
import type { Objective } from "../problem";

/** A point with its image, the numbers measured there and the cost. */
export interface Place<M> {
  point: M;
  image: M;
  measured: ArrayLike<number>;
  cost: number;
}

/** The costs along the retraction R_x(td). The solver can move to the last trial. */
export interface LineTrials<M> {
  readonly costAt: (t: number) => Promise<number>;
  /** The place of the last trial. `refresh` recomputes a carried image, which removes accumulated rounding errors. */
  readonly place: (refresh: boolean) => Place<M>;
  readonly dispose: () => void;
}

interface Trial<M> {
  t: number;
  point: M | undefined;
  image: M;
  measured: ArrayLike<number>;
  cost: number;
}

/** Follows R_x(td), using only images if they can be carried along the line. */
export function lineTrials<M>(
  { algebra, retraction }: Geometry<M>,
  { image: imageOf, measure, cost }: Objective<M>,
  from: Place<M>,
  direction: M,
  directionNorm: number,
): LineTrials<M> {
  const { point: pointAt, carry } = retraction(from.point, direction, directionNorm);
  const along = imageOf && carry ? algebra.scope(() => imageOf(direction)) : undefined;
  let last: Trial<M> | undefined;
  const release = () => {
    if (last) algebra.dispose([last.point, last.image]);
    last = undefined;
  };
  return {
    async costAt(t) {
      release();
      const { numbers, ...values } = algebra.scope(() => {
        const point = along === undefined ? pointAt(t) : undefined;
        const image = along === undefined ? (imageOf?.(point!) ?? point!) : carry!(from.image, along, t);
        return { point, image, numbers: measure(image) };
      });
      last = { t, ...values, measured: [], cost: Number.NaN };
      last.measured = await algebra.read(numbers);
      last.cost = cost(last.measured);
      return last.cost;
    },
    place(refresh) {
      const { t, measured, cost, ...trial } = last!;
      const values = algebra.scope(() => {
        const point = trial.point ?? pointAt(t);
        return { point, image: imageOf && along !== undefined && refresh ? imageOf(point) : trial.image };
      });
      algebra.dispose([trial.point, trial.image], [values.point, values.image]);
      last = undefined;
      return { ...values, measured, cost };
    },
    dispose() {
      release();
      algebra.dispose([along]);
    },
  };
}
