import { before, describe, it } from "node:test";
import fc from "fast-check";
import {
  multiply,
  multiplyTranspose,
  symmetricProduct,
  transpose,
  transposeMultiply,
} from "../../lib/algebra/multiply";
import { gaussian } from "../../lib/manifold/describeManifold";
import { assertClose } from "../manifold/assertClose";
import { rowsOf, sizes } from "./matrices";

const loadOracle = () => import("mathjs");
let mathjs: Awaited<ReturnType<typeof loadOracle>>;

before(async () => {
  mathjs = await loadOracle();
});

describe("products agree with mathjs for every size", () => {
  it("AB, AᵀB, ABᵀ", () => {
    fc.assert(
      fc.property(sizes, ({ m, k, n, seed }) => {
        const [a, b] = [gaussian([m, k], seed), gaussian([k, n], seed + 1)];
        const expected = mathjs
          .multiply(mathjs.matrix(rowsOf(a)), mathjs.matrix(rowsOf(b)))
          .toArray() as number[][];
        assertClose(multiply(a, b), expected, 1e-12);
        assertClose(transposeMultiply(transpose(a), b), expected, 1e-12);
        assertClose(multiplyTranspose(a, transpose(b)), expected, 1e-12);
      }),
    );
  });

  it("AᵀA, where only half is computed", () => {
    fc.assert(
      fc.property(sizes, ({ m, n, seed }) => {
        const a = gaussian([m, n], seed);
        const copy = { data: a.data.slice(), shape: a.shape };
        assertClose(transposeMultiply(a, a), transposeMultiply(a, copy), 1e-12);
      }),
    );
  });

  it("products of commuting symmetric matrices", () => {
    const a = gaussian([11, 7], 3);
    const s = transposeMultiply(a, a);
    assertClose(symmetricProduct(s, s), multiply(s, s), 1e-11);
  });
});
