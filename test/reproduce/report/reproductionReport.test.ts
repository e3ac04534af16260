import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reproductionGrid, reproductionReport } from "../../../lib/reproduce";
import { finishedRecord } from "../support";
import { cells, records, report } from "./cells";

describe("reproductionReport", () => {
  it("has mean, deviation, seeds, the paper's number and the verdict of each cell", () => {
    const [{ rows }] = report.datasets;
    assert.deepEqual(
      rows.map(({ method, seeds }) => [method, seeds]),
      [
        ["Initial", 2],
        ["Deep-LRML", 2],
        ["Deep-APIT", 0],
        ["AGML", 2],
      ],
    );
    const [nmi, r1] = rows[3].values;
    assert.ok(Math.abs(nmi!.mean - 94) < 1e-9 && Math.abs(nmi!.deviation! - Math.SQRT2) < 1e-9);
    assert.deepEqual(
      [nmi!.paper, nmi!.verdict, nmi!.isBest, nmi!.isBestInPaper],
      [47.5, "above", true, false],
    );
    assert.deepEqual([r1!.paper, r1!.verdict, r1!.isBest, r1!.isBestInPaper], [93.9, "even", true, true]);
    const lrml = rows[1].values.map((value) => value!.verdict);
    assert.deepEqual(lrml, ["even", "below", "below", "below", "below", undefined, undefined]);
    assert.ok(rows[2].values.every((value) => value === undefined));
  });

  it("counts Initial once for each seed, with AGML's L where AGML was run", () => {
    const initial = report.rows.filter(({ method }) => method === "Initial");
    assert.equal(initial.length, 2 * 7);
    assert.ok(initial.every(({ value }) => value === 0.17));
    const without = reproductionReport(cells, records.slice(0, 2));
    assert.ok(without.rows.filter(({ method }) => method === "Initial").every(({ value }) => value === 0.9));
  });

  it("has rows of methods that the paper does not have, whatever their names", () => {
    for (const method of ["Mine", "constructor", "__proto__"]) {
      const cell = {
        ...reproductionGrid("table1", { datasets: ["mnist"], methods: ["AGML"], seeds: 1 })[0],
        method,
      };
      const report = reproductionReport([cell], [finishedRecord(cell, 60)]);
      const row = report.datasets[0].rows.find((each) => each.method === method)!;
      assert.equal(row.values[0]!.paper, undefined);
      assert.ok(Math.abs(row.values[0]!.mean - 60) < 1e-9);
    }
  });

  it("shows no deviation of a single seed", () => {
    const { datasets } = reproductionReport(cells, records.slice(3, 4));
    assert.equal(datasets[0].rows[3].values[0]!.deviation, undefined);
  });

  it("names what is missing and why, and leaves out cells of other settings", () => {
    assert.deepEqual(
      report.missing.map(({ cell: { method, seed }, error }) => [method, seed, error?.slice(0, 6)]),
      [
        ["Deep-APIT", 1, "out of"],
        ["Deep-APIT", 2, undefined],
      ],
    );
    const others = reproductionGrid("table1", { scale: "paper" }).map((each) => finishedRecord(each, 99));
    assert.deepEqual(reproductionReport(cells, [...records, ...others]), report);
  });
});
