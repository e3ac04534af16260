import { before, describe, it } from "node:test";
import { matrixExponential } from "../../lib/algebra/matrixExponential";
import { transpose, transposeMultiply } from "../../lib/algebra/multiply";
import { combine } from "../../lib/algebra/vectorSpace";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { identity, rowsOf } from "./matrices";

const loadOracle = () => import("mathjs");
let mathjs: Awaited<ReturnType<typeof loadOracle>>;

before(async () => {
  mathjs = await loadOracle();
});

describe("matrixExponential", () => {
  it("exp(A) agrees with mathjs, and exp of a skew matrix is orthogonal", () => {
    const a = gaussian([5, 5], 1);
    assertClose(
      matrixExponential(a),
      (mathjs.expm(mathjs.matrix(rowsOf(a))).toArray() as number[][]).flat(),
      1e-9,
    );
    const rotation = matrixExponential(combine(3, a, -3, transpose(a)));
    assertClose(transposeMultiply(rotation, rotation), identity(5), 1e-11);
  });
});
