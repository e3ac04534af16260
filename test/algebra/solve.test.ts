import { describe, it } from "node:test";
import { multiply } from "../../lib/algebra/multiply";
import { solve } from "../../lib/algebra/solve";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";

describe("solve", () => {
  it("A·solve(A, B) = B", () => {
    const [a, b] = [gaussian([7, 7], 1), gaussian([7, 3], 2)];
    assertClose(multiply(a, solve(a, b)), b, 1e-11);
  });
});
