import { describeValue } from "../core/options";
import { check, plural } from "../core";
import { random, toFloat64, type MatrixLike } from "../core/values";
import { float64, frobeniusNorm, innerProduct, type Algebra, type Matrix64 } from "../algebra";
import type { Geometry, Manifold } from "./manifold";
import { orthonormalize } from "./orthonormalize";

type Shared =
  | "inner"
  | "norm"
  | "proj"
  | "egrad2rgrad"
  | "ehess2rhess"
  | "retr"
  | "transp"
  | "randvec"
  | "zerovec"
  | "geometry"
  | "orthonormal";

/** Larger matrices would not fit into memory. */
export const MAX_ENTRIES = 2 ** 26;

/** Checks the sizes d and l of a manifold of d x l matrices. */
export function checkSize(name: string, d: number, l: number, orthonormal: boolean): void {
  check(
    Number.isInteger(d) && d >= 1 && Number.isInteger(l) && l >= 1,
    () =>
      `${name}: d and l must be whole numbers of at least 1, got d=${describeValue(d)}, l=${describeValue(l)}.`,
  );
  check(
    d * l <= MAX_ENTRIES,
    () => `${name}: d·l must be at most ${MAX_ENTRIES} to fit into memory, got d=${d}, l=${l}.`,
  );
  check(
    !orthonormal || l <= d,
    () =>
      `${name}: l must be at most d, got l=${l} with d=${d}. ${plural(l, "orthonormal column")} need at least ${plural(l, "row")}: lower l or raise d.`,
  );
}

/** Reads a d x l matrix argument as float64 and checks its shape. */
export function readArgument(matrix: MatrixLike, name: string, [d, l]: readonly [number, number]): Matrix64 {
  const read = toFloat64(matrix, name);
  check(
    read.shape[0] === d && read.shape[1] === l,
    () => `${name} must have shape [${d}, ${l}], got [${String(read.shape)}].`,
  );
  return read;
}

/** Checks the multiple t of a tangent vector. */
export function readMultiple(t: number, name: string): number {
  check(Number.isFinite(t), () => `${name}: t must be a finite number, got ${describeValue(t)}.`);
  return t;
}

/** A d x l matrix of independent standard normal entries. */
export function gaussian([d, l]: readonly [number, number], seed: number): Matrix64 {
  const stream = random(seed);
  return { data: Float64Array.from({ length: d * l }, () => stream.normal()), shape: [d, l] };
}

/** The functions of a manifold that follow from its geometry. */
export function describeManifold(
  name: string,
  shape: readonly [number, number],
  orthonormal: boolean,
  geometry: <M>(algebra: Algebra<M>) => Geometry<M>,
): Pick<Manifold, Shared> {
  const own = geometry(float64);
  const read = (matrix: MatrixLike, operation: string, argument: string) =>
    readArgument(matrix, `${name}.${operation}: ${argument}`, shape);
  const proj: Manifold["proj"] = (x, u) => own.proj(read(x, "proj", "X"), read(u, "proj", "U"));
  const { gram, transport } = own;
  // tr(UᵀV) does not depend on X, so X is read only for a manifold with a metric or transport of its own.
  const norm: Manifold["norm"] = (x, u) => {
    const vector = read(u, "norm", "U");
    return gram
      ? Math.sqrt((gram(read(x, "norm", "X"), [vector]) as Float64Array)[0])
      : frobeniusNorm(vector);
  };
  return {
    orthonormal,
    geometry,
    inner(x, u, v) {
      const vectors = [read(u, "inner", "U"), read(v, "inner", "V")] as const;
      return gram ? (gram(read(x, "inner", "X"), vectors) as Float64Array)[1] : innerProduct(...vectors);
    },
    norm,
    proj,
    egrad2rgrad: (x, g) => own.egrad2rgrad(read(x, "egrad2rgrad", "X"), read(g, "egrad2rgrad", "G")),
    ehess2rhess: (x, g, h, u) =>
      own.ehess2rhess(
        read(x, "ehess2rhess", "X"),
        read(g, "ehess2rhess", "G"),
        read(h, "ehess2rhess", "H"),
        read(u, "ehess2rhess", "U"),
      ),
    retr(x, u, t = 1) {
      readMultiple(t, `${name}.retr`);
      const moved = float64.combine(1, read(x, "retr", "X"), t, read(u, "retr", "U"));
      return orthonormal ? orthonormalize(moved) : moved;
    },
    transp(x, y, u) {
      const [to, vector] = [read(y, "transp", "Y"), read(u, "transp", "U")];
      return transport ? transport(read(x, "transp", "X"), to, vector) : own.proj(to, vector);
    },
    randvec(x, seed = 1) {
      const u = proj(x, gaussian(shape, seed));
      const length = norm(x, u);
      return float64.combine(length > 1e-12 ? 1 / length : 0, u, 0, u);
    },
    zerovec: () => ({ data: new Float64Array(shape[0] * shape[1]), shape: [shape[0], shape[1]] }),
  };
}
