import { combine, frobeniusNorm, innerProduct, type Matrix64 } from "../../algebra";
import { gaussian } from "../describeManifold";
import type { CheckOptions } from "./checkGradient";
import { checkedManifold, checkManifoldRecord, checkSchema } from "../checkArguments";
import type { Manifold } from "../manifold";
import { readOptions } from "../../core/options";

/** A law that a manifold must obey, and how far it is violated. */
export interface ManifoldCheckRow {
  property: string;
  error: number;
  passed: boolean;
}

const FUNCTIONS = [
  "rand",
  "randvec",
  "zerovec",
  "proj",
  "retr",
  "exp",
  "transp",
  "norm",
  "deviation",
] as const;

const TOLERANCE = 1e-9;
const SHORT = 0.3;

/**
 * Checks the laws that a manifold's functions must obey at random points. One row per law, ready to tabulate.
 *
 * @example
 * const { passed } = checkManifold(grassmann(5, 2));
 * passed; // → true
 */
export function checkManifold(
  manifold: Manifold,
  options: CheckOptions = {},
): { passed: boolean; rows: ManifoldCheckRow[] } {
  const { seed } = readOptions("checkManifold", options, checkSchema);
  checkManifoldRecord("checkManifold", manifold, FUNCTIONS);
  const rows = laws(checkedManifold("checkManifold", manifold), seed).map(([property, error]) => ({
    property,
    error,
    passed: error <= TOLERANCE,
  }));
  return { passed: rows.every(({ passed }) => passed), rows };
}

const gap = (a: Matrix64, b: Matrix64) => frobeniusNorm(combine(1, a, -1, b));

function laws(manifold: Manifold, seed: number): [property: string, error: number][] {
  const { proj, retr, exp, transp, deviation, shape } = manifold;
  const x = manifold.rand(seed);
  const y = manifold.rand(seed + 1);
  const u = manifold.randvec(x, seed + 2);
  const [a, b] = [gaussian(shape, seed + 3), gaussian(shape, seed + 4)];
  const zero = manifold.zerovec();
  const moved = retr(x, u, SHORT);
  const geodesic = exp(x, u, SHORT);
  const unit = manifold.dim > 0 ? 1 : 0;
  const found: [string, number][] = [
    ["rand is a point", deviation(x)],
    ["rand repeats with its seed", gap(x, manifold.rand(seed))],
    ["proj is idempotent", gap(proj(x, proj(x, a)), proj(x, a))],
    ["proj is self-adjoint", Math.abs(innerProduct(proj(x, a), b) - innerProduct(a, proj(x, b)))],
    ["randvec is tangent", gap(proj(x, u), u)],
    ["randvec has norm 1", Math.abs(manifold.norm(x, u) - unit)],
    ["zerovec is zero", frobeniusNorm(zero)],
    ["retr stays on the manifold", deviation(moved)],
    ["retr of zero is the point", gap(retr(x, zero), x)],
    ["exp stays on the manifold", deviation(geodesic)],
    ["exp of zero is the point", gap(exp(x, zero), x)],
    ["transp gives a tangent vector", gap(proj(moved, transp(x, moved, u)), transp(x, moved, u))],
  ];
  const { dist, log, invretr } = manifold;
  if (dist) {
    found.push(["dist is symmetric", Math.abs(dist(x, y) - dist(y, x))]);
    found.push(["exp goes as far as its vector is long", Math.abs(dist(x, geodesic) - SHORT * unit)]);
  }
  if (log) found.push(["log inverts exp", gap(log(x, geodesic), combine(SHORT, u, 0, u))]);
  if (invretr) found.push(["invretr inverts retr", gap(invretr(x, moved), combine(SHORT, u, 0, u))]);
  return found;
}
