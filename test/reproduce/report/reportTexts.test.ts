import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { htmlReport, markdownReport, reproductionReport, type CellRecord } from "../../../lib/reproduce";
import { finishedRecord } from "../support";
import { cells, cell, records, report } from "./cells";

describe("the report's texts", () => {
  it("are, in Markdown, a table with a sign for every win and loss", () => {
    const lines = markdownReport(report, "report.svg").split("\n");
    const row = (start: string) => lines.find((line) => line.startsWith(start));
    assert.equal(lines[0], "# Table 1: deep versions of semi-supervised methods – smoke scale");
    assert.match(
      lines.join("\n"),
      /Not counting Initial, 1 number is above the paper's, 2 even with it and 7 below\./,
    );
    assert.equal(
      row("| AGML"),
      "| AGML | 2 | **94.0 ± 1.4** ▲ (47.5) | **94.0 ± 1.4** ≈ (**93.9**) | **94.0 ± 1.4** ▼ (**96.6**) | **94.0 ± 1.4** ▼ (**98.2**) | **94.0 ± 1.4** ▼ (**98.9**) | **94.0 ± 1.4** | **94.0 ± 1.4** |",
    );
    assert.equal(row("| Deep-APIT"), "| Deep-APIT | 0 | – | – | – | – | – | – | – |");
    assert.equal(row("| mnist | NMI"), "| mnist | NMI | AGML | Deep-LRML | ✗ |");
    assert.equal(row("| mnist | R@1"), "| mnist | R@1 | AGML | AGML | ✓ |");
    assert.equal(
      row("- mnist, Deep-APIT, seed 1"),
      "- mnist, Deep-APIT, seed 1: failed: out of \\<memory\\> \\| \\*really\\*",
    );
    assert.equal(row("- mnist, Deep-APIT, seed 2"), "- mnist, Deep-APIT, seed 2: not run yet");
    assert.equal(
      row("ssdml reproduce"),
      "ssdml reproduce table1 --scale smoke --seeds 2 --dataset mnist --methods Deep-LRML,Deep-APIT,AGML --engine wasm",
    );
    assert.equal(
      row("- schedule"),
      "- schedule: mnist: 400 training images, 5 labels per class, partitions of 40 unlabeled images, 2 epochs, 1 per partition, 100 test images",
    );
    assert.ok(lines.includes("![Our numbers and the paper's](report.svg)"));
  });

  it("are, in HTML, one escaped page without addresses of other files", () => {
    const page = htmlReport(report, "<svg></svg>");
    assert.match(
      page,
      /<b>94\.0 ± 1\.4<\/b> <span class="above" role="img" aria-label="above the paper's"[^>]*>▲<\/span> <span class="paper">\(47\.5\)/,
    );
    assert.match(page, /<span class="below"[^>]*>▼<\/span>/);
    assert.match(page, /out of &lt;memory&gt; \| \*really\*/);
    assert.doesNotMatch(page, /<memory>|\b(src|href)=|url\(/);
    assert.match(page, /<figure[^>]*>\n<svg><\/svg>/);
    assert.match(
      page,
      /<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
    );
  });

  it("tell where the cells come from several versions", () => {
    const text = (commit: string) =>
      markdownReport(
        reproductionReport(cells, [
          ...records.slice(0, 4),
          { ...finishedRecord(cell("AGML", 2), 95), commit },
        ]),
      );
    assert.match(text("1234567"), /computed by 2 different versions of ssdml/);
    assert.doesNotMatch(markdownReport(report), /different versions/);
  });

  it("tell of runs that broke down", () => {
    const broken = {
      ...finishedRecord(cell("AGML", 1), 93),
      stopReason: "collapsed",
      epochs: 1,
    } satisfies CellRecord;
    const text = markdownReport(reproductionReport(cells, [broken]));
    assert.match(text, /mnist, AGML, seed 1 stopped after epoch 1: collapsed\./);
  });
});
