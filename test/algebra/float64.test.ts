import { describe, it } from "node:test";
import { float64 } from "../../lib/algebra/float64";
import { multiply, multiplyTranspose } from "../../lib/algebra/multiply";
import { innerProduct } from "../../lib/algebra/vectorSpace";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { diagonal } from "./matrices";

describe("float64", () => {
  it("has row operations that agree with diag(w)A and diag(ABᵀ)", () => {
    const [a, b] = [gaussian([4, 3], 1), gaussian([4, 3], 2)];
    const weights = Float64Array.of(1, -2, 0.5, 0);
    assertClose(float64.scaleRows(a, weights), multiply(diagonal(weights), a), 1e-15);
    const products = multiplyTranspose(a, b);
    assertClose(
      float64.rowProducts(a, b) as Float64Array,
      [0, 1, 2, 3].map((i) => products.data[i * 4 + i]),
      1e-14,
    );
    assertClose(
      float64.gram([a, b]) as Float64Array,
      [innerProduct(a, a), innerProduct(a, b), innerProduct(b, a), innerProduct(b, b)],
      0,
    );
  });
});
