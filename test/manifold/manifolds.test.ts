import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  checkManifold,
  checkRetraction,
  euclidean,
  grassmann,
  positiveDefinite,
  stiefel,
  type Manifold,
} from "../../lib/manifold";
import { combine, innerProduct } from "../../lib/algebra/vectorSpace";
import { float64 } from "../../lib/algebra/float64";
import { multiply, multiplyTranspose } from "../../lib/algebra/multiply";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "./assertClose";

const kinds: [string, (d: number, l: number) => Manifold][] = [
  ["grassmann", grassmann],
  ["stiefel", stiefel],
  ["euclidean", euclidean],
  ["positiveDefinite", (d) => positiveDefinite(d)],
];
const setting = fc.record({
  d: fc.integer({ min: 1, max: 9 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.nat(10_000),
  t: fc.double({ min: -2, max: 2, noNaN: true }),
});
for (const [name, make] of kinds) {
  const at = ({ d, share, seed }: { d: number; share: number; seed: number }) => {
    const manifold = make(d, Math.max(1, Math.round(share * d)));
    const x = manifold.rand(seed);
    return { manifold, x, u: manifold.randvec(x, seed + 1) };
  };

  describe(name, () => {
    it("obeys every law of checkManifold", () => {
      fc.assert(
        fc.property(setting, (values) => {
          const { rows } = checkManifold(at(values).manifold, { seed: values.seed });
          assert.deepEqual(
            rows.filter(({ passed }) => !passed),
            [],
          );
        }),
        { numRuns: 50 },
      );
    });

    it("the solvers' retraction equals retr, in any direction and at any length", () => {
      fc.assert(
        fc.property(setting, (values) => {
          const { manifold, x, u } = at(values);
          const curve = manifold.geometry(float64).retraction(x, u, manifold.norm(x, u));
          assertClose(curve.point(values.t), manifold.retr(x, u, values.t), 1e-12);
        }),
      );
    });

    // X^½ exp(tX^{-½}UX^{-½}) X^½ is not X + tU times a factor, so no image can be carried.
    const carries = name !== "positiveDefinite";
    it(`images are ${carries ? "" : "not "}carried along the retraction`, () => {
      const manifold = make(9, 2);
      const x = manifold.rand(1);
      const u = manifold.randvec(x, 2);
      const a = gaussian([5, 9], 3);
      const { carry, point } = manifold.geometry(float64).retraction(x, u, 1);
      assert.equal(carry !== undefined, carries);
      if (!carries) return;
      assertClose(carry!(multiply(a, x), multiply(a, u), 0.7), multiply(a, point(0.7)), 1e-13);
    });

    it("the retraction follows the geodesic to second order", () => {
      const { slope, passed, rows } = checkRetraction(make(7, 3));
      assert.ok(passed);
      if (name === "positiveDefinite") assert.equal(slope, Number.POSITIVE_INFINITY);
      else if (name !== "euclidean") assert.ok(Math.abs(slope - 3) < 0.1, `slope ${slope}`);
      assert.equal(rows.length, 41);
    });

    it("geodesics have constant speed", () => {
      const manifold = make(6, 2);
      const x = manifold.rand(1);
      const u = manifold.randvec(x, 2);
      const h = 1e-5;
      const speed = (t: number) => {
        const [here, next] = [manifold.exp(x, u, t), manifold.exp(x, u, t + h)];
        return manifold.norm(here, combine(1 / h, next, -1 / h, here));
      };
      // The representative of exp on Gr moves horizontally, so its speed in R^{d x l} is the speed of the geodesic.
      for (const t of [0, 0.4, 1.1]) assert.ok(Math.abs(speed(t) - 1) < 1e-4, `speed ${speed(t)} at ${t}`);
    });

    it("egrad2rgrad is the gradient: ⟨grad, U⟩ = ⟨G, U⟩ for tangent U", () => {
      fc.assert(
        fc.property(setting, (values) => {
          const { manifold, x, u } = at(values);
          const g = gaussian(manifold.shape, values.seed + 2);
          assertClose(manifold.inner(x, manifold.egrad2rgrad(x, g), u), innerProduct(g, u), 1e-12);
        }),
      );
    });

    it("ehess2rhess is tangent, and self-adjoint if the Euclidean Hessian is", () => {
      // f(X) = ½tr(XᵀAX) is invariant to X → XB; its gradient is AX and its Hessian along U is AU.
      const manifold = make(6, 3);
      const root = gaussian([6, 6], 4);
      const a = multiplyTranspose(root, root);
      const x = manifold.rand(1);
      const [u, v] = [manifold.randvec(x, 2), manifold.randvec(x, 3)];
      const hessian = (w: typeof u) => manifold.ehess2rhess(x, multiply(a, x), multiply(a, w), w);
      assertClose(manifold.proj(x, hessian(u)), hessian(u), 1e-11);
      assertClose(manifold.inner(x, hessian(u), v), manifold.inner(x, u, hessian(v)), 1e-11);
    });

    it("names the argument that has the wrong shape", () => {
      const manifold = make(5, 2);
      const x = manifold.rand();
      const shape = `\\[5, ${manifold.shape[1]}\\]`;
      assert.throws(
        () => manifold.proj([[1, 2]], x),
        new RegExp(`${name}\\.proj: X must have shape ${shape}, got \\[1,2\\]`),
      );
      assert.throws(
        () => manifold.retr(x, [[1]]),
        new RegExp(`${name}\\.retr: U must have shape ${shape}, got \\[1,1\\]`),
      );
    });

    it("the same seed gives the same point and vector; another seed gives others", () => {
      const manifold = make(6, 2);
      assert.deepEqual(manifold.rand(3), manifold.rand(3));
      assert.notDeepEqual(manifold.rand(3), manifold.rand(4));
      assert.deepEqual(manifold.randvec(manifold.rand(1), 5), manifold.randvec(manifold.rand(1), 5));
    });
  });
}

describe("dimensions", () => {
  it("are the traces of the projections", () => {
    for (const [, make] of kinds) {
      const manifold = make(6, 2);
      const x = manifold.rand(1);
      let trace = 0;
      for (let k = 0; k < x.data.length; k++) {
        const unit = manifold.zerovec();
        unit.data[k] = 1;
        trace += manifold.proj(x, unit).data[k];
      }
      assertClose(trace, manifold.dim, 1e-12, manifold.name);
    }
  });
});
