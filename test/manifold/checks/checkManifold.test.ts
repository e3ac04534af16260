import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkManifold, checkRetraction, euclidean, grassmann, type Manifold } from "../../../lib/manifold";
import { combine } from "../../../lib/algebra/vectorSpace";

const manifold = grassmann(8, 3);

describe("checkRetraction and checkManifold find broken manifolds", () => {
  it("a retraction that only starts in the right direction at half speed", () => {
    const slow: Manifold = { ...manifold, retr: (x, u, t = 1) => manifold.retr(x, u, t / 2) };
    const { slope, passed } = checkRetraction(slow);
    assert.ok(!passed && Math.abs(slope - 1) < 0.1, `slope ${slope}`);
  });

  it("a retraction of first order passes with slope 2", () => {
    const bent: Manifold = {
      ...euclidean(3, 1),
      retr: (x, u, t = 1) => {
        const straight = euclidean(3, 1).retr(x, u, t);
        straight.data[0] += t * t;
        return straight;
      },
    };
    const { slope, passed } = checkRetraction(bent);
    assert.ok(passed && Math.abs(slope - 2) < 0.1, `slope ${slope}`);
  });

  it("a projection that does not project", () => {
    const broken: Manifold = {
      ...manifold,
      proj: (x, u) => combine(0.5, manifold.proj(x, u), 0, manifold.zerovec()),
    };
    const { passed, rows } = checkManifold(broken);
    assert.equal(passed, false);
    assert.ok(rows.some(({ property, passed: holds }) => property === "proj is idempotent" && !holds));
  });
});
