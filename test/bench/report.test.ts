import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { median, type BenchCase } from "../../bench/case";
import { fitExponent } from "../../bench/growth";
import { growthTable, markdownTable, reportRows, scaleTable } from "../../bench/report";

const bench: BenchCase = {
  name: "work",
  title: "some work",
  engines: ["tensorflow", "wasm"],
  peers: ["pytorch"],
  bars: [
    { subject: "tensorflow", reference: "pytorch", factor: 1.1 },
    { subject: "wasm", reference: "tensorflow", factor: 3 },
    { subject: "wasm", reference: 500, factor: 1 },
  ],
  prepare: () => Promise.reject(new Error("not run here")),
};
const timings = (times: Record<string, number>) =>
  Object.entries(times).map(([subject, medianMs]) => ({
    case: "work",
    subject,
    medianMs,
    runsMs: [medianMs],
  }));

describe("the bench's report", () => {
  it("gives each side's ratio to the peer, and says which promises are kept", () => {
    const [tensorflow, wasm, pytorch] = reportRows(
      bench,
      timings({ tensorflow: 120, wasm: 300, pytorch: 100 }),
    );
    assert.equal(tensorflow.ratio, "1.20x pytorch");
    assert.equal(tensorflow.bar, "≤ 1.1x pytorch: MISSED (1.20x)");
    assert.equal(wasm.bar, "≤ 3x tensorflow: met (2.50x); ≤ 500 ms: met");
    assert.equal(pytorch.ratio, "");
  });

  it("shows each step at every size, and the exponent that its processor time grows with", () => {
    const took = (step: string, n: number, processorSeconds: number) => {
      return { step, n, processorSeconds, seconds: 1.26, gigabytes: 0.5, result: "" };
    };
    const table = scaleTable([took("graph", 10, 1), took("graph", 100, 100), took("pca", 10, 2)]);
    const rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    assert.deepEqual(rows[0].slice(1, -1), ["step", "n = 10", "n = 100", "exponent"]);
    assert.deepEqual(rows[2].slice(1, -1), [
      "graph",
      "1.3 s (1.0 s of processor time), 0.5 GB",
      "1.3 s (100.0 s of processor time), 0.5 GB",
      "2.00",
    ]);
    assert.deepEqual(rows[3].slice(3, -1), ["", ""]);
  });

  it("says what was not measured where a peer is missing", () => {
    const [tensorflow] = reportRows(bench, timings({ tensorflow: 120 }));
    assert.equal(tensorflow.ratio, "");
    assert.equal(tensorflow.bar, "≤ 1.1x pytorch: not measured");
  });

  it("prints aligned Markdown", () => {
    assert.equal(
      markdownTable(["a", "long"], [{ a: "xyz", long: "1" }]),
      ["| a   | long |", "| --- | ---- |", "| xyz | 1    |"].join("\n"),
    );
  });

  it("takes the middle of the runs", () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 2, 3]), 2.5);
  });
});

describe("growth", () => {
  it("fits the exponent of a power law", () => {
    const ms = [1000, 2000, 4000].map((n) => ({ n, ms: 7e-6 * n ** 1.5 }));
    assert.ok(Math.abs(fitExponent(ms) - 1.5) < 1e-12);
    assert.match(
      growthTable([{ step: "s", theory: "n", ms, exponent: 1.5 }]),
      /\| step \| n = 1000 \| .* \| 1\.50 +\|/s,
    );
  });
});
