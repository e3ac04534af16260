import type { MatrixLike } from "../../core/values";
import { combine, frobeniusNorm } from "../../algebra";
import type { CheckOptions } from "./checkGradient";
import { readArgument } from "../describeManifold";
import { checkedManifold, checkManifoldRecord, checkSchema } from "../checkArguments";
import type { Manifold } from "../manifold";
import { fitSlope, STEPS, type SlopeCheck } from "./slope";
import { readOptions } from "../../core/options";

/**
 * Checks a retraction against the geodesic: the distance between R_x(tU) and exp_x(tU) must fall at least as fast as t². Polar retractions are of
 * second order, with slope 3.
 *
 * @example
 * const { slope } = checkRetraction(grassmann(5, 2));
 * slope; // → 3.00
 */
export function checkRetraction(given: Manifold, point?: MatrixLike, options: CheckOptions = {}): SlopeCheck {
  const { seed } = readOptions("checkRetraction", options, checkSchema);
  checkManifoldRecord("checkRetraction", given, ["rand", "randvec", "exp", "retr"]);
  const manifold = checkedManifold("checkRetraction", given);
  const x =
    point !== undefined ? readArgument(point, "checkRetraction: point", manifold.shape) : manifold.rand(seed);
  const u = manifold.randvec(x, seed + 1);
  const distance: (a: MatrixLike, b: MatrixLike) => number =
    manifold.dist ??
    ((a, b) =>
      frobeniusNorm(
        combine(1, readArgument(a, "a", manifold.shape), -1, readArgument(b, "b", manifold.shape)),
      ));
  const errors = STEPS.map((t) => distance(manifold.exp(x, u, t), manifold.retr(x, u, t)));
  return fitSlope(errors, 2, { noise: 100 * Number.EPSILON, long: true });
}
