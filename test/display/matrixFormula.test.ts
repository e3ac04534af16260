import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { initialAffinities } from "../../lib/graph";
import { matrixFormula } from "../../lib/display";

const shown = (value: object) =>
  (Reflect.get(value, Symbol.for("Jupyter.display")) as () => Record<string, string>)();

describe("matrixFormula", () => {
  it("shows a matrix as a formula and as plain text", () => {
    const bundle = shown(matrixFormula("W^0", initialAffinities([0, -1, 1])));
    assert.equal(
      bundle["text/latex"],
      "$$W^0 = \\begin{bmatrix} 1 & 0 & -1 \\\\ 0 & 1 & 0 \\\\ -1 & 0 & 1 \\end{bmatrix}$$",
    );
    assert.equal(bundle["text/plain"], "W^0 =\n 1   0  -1\n 0   1   0\n-1   0   1");
  });

  it("rounds, without zeros at the end and without a negative zero", () => {
    const numbers = [
      [1 / 3, -1e-9],
      [0.5, 2],
    ];
    assert.match(String(matrixFormula("A", numbers, { digits: 2 })), /0\.33 {5}0\n {1}0\.5 {5}2/);
  });

  it("takes matrices of mathjs", () => {
    assert.equal(String(matrixFormula("B", { toArray: () => [[1, 2]] })), "B =\n1  2");
  });

  it("rejects matrices that are too large", () => {
    assert.throws(
      () => matrixFormula("W", initialAffinities(new Array(13).fill(0))),
      /between 1 and 12 rows and columns, got \[13, 13\]/,
    );
  });
});
