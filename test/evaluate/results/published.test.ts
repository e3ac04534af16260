import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { published } from "../../../lib/evaluate";
import { publishedRow } from "../../../lib/evaluate/results/published";

describe("the paper's numbers", () => {
  it("are percentages; Recall@K grows with K, and the whole AGML beats its ablation", () => {
    for (const [dataset, rows] of Object.entries(published)) {
      for (const { nmi, recall } of Object.values(rows)) {
        const values = [recall[1], recall[2], recall[4], recall[8]];
        assert.deepEqual(
          [...values].sort((a, b) => a - b),
          values,
        );
        for (const value of [nmi ?? 50, ...values]) assert.ok(value > 1 && value < 100);
      }
      const isFineGrained = ["cub200", "cars196"].includes(dataset);
      assert.equal("AGML without orthogonality" in rows, !isFineGrained);
      if (!isFineGrained) assert.ok(rows.AGML.nmi! > rows["AGML without orthogonality"].nmi!);
    }
  });

  it("are found by name, and only their own", () => {
    assert.equal(publishedRow("mnist", "AGML")?.nmi, 47.5);
    for (const name of ["Mine", "constructor", "toString"])
      assert.equal(publishedRow("mnist", name), undefined);
    assert.equal(publishedRow("__proto__", "AGML"), undefined);
  });
});
