import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import {
  htmlReport,
  markdownReport,
  reproductionGrid,
  reproductionReport,
  writeReport,
  type CellRecord,
} from "../../lib/reproduce";
import { failedCell } from "../../lib/reproduce/cellRecord";
import { verdictOf } from "../../lib/reproduce/report/verdict";
import { temporaryFolder } from "../support/temporary";
import { finishedRecord } from "./support";

const executablePath = "/usr/bin/chromium";
const noBrowser = !existsSync(executablePath) && `${executablePath} is not there`;

const cells = reproductionGrid("table1", {
  scale: "smoke",
  datasets: ["mnist"],
  methods: ["Deep-LRML", "Deep-APIT", "AGML"],
  seeds: 2,
});
const cell = (method: string, seed: number) =>
  cells.find((each) => each.method === method && each.seed === seed)!;

/** NMI and Recall of AGML 94 ± 1.4, of Deep-LRML 48.3; Deep-APIT failed once and was not tried with the other seed. */
const records: CellRecord[] = [
  finishedRecord(cell("Deep-LRML", 1), 48.3, 90),
  finishedRecord(cell("Deep-LRML", 2), 48.3, 90),
  failedCell(cell("Deep-APIT", 1), "out of <memory> | *really*\n  at somewhere", new Date()),
  finishedRecord(cell("AGML", 1), 93, 17),
  finishedRecord(cell("AGML", 2), 95, 17),
];
const report = reproductionReport(cells, records);

describe("verdictOf", () => {
  it("is even within our standard deviation, and with one seed within what can be seen", () => {
    assert.equal(verdictOf(50, 1, 50.9), "even");
    assert.equal(verdictOf(50, 1, 51.1), "below");
    assert.equal(verdictOf(50, 1, 48.9), "above");
    assert.equal(verdictOf(50.04, undefined, 50), "even");
    assert.equal(verdictOf(50.1, undefined, 50), "above");
    assert.equal(verdictOf(49.9, undefined, 50), "below");
    assert.equal(verdictOf(50.04, 0, 50), "even");
  });
});

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

describe("writeReport", () => {
  it("writes Markdown, HTML and the figure; before there is a number, no figure", async (t) => {
    const folder = temporaryFolder(t);
    await writeReport(reproductionReport(cells, []), folder);
    assert.deepEqual(readdirSync(folder).sort(), ["report.html", "report.md"]);
    assert.doesNotMatch(readFileSync(path.join(folder, "report.md"), "utf8"), /report\.svg/);
    const files = await writeReport(report, folder);
    assert.deepEqual(
      files.map((file) => path.basename(file)),
      ["report.md", "report.html", "report.svg", "report.png"],
    );
    const svg = readFileSync(path.join(folder, "report.svg"), "utf8");
    assert.match(svg, /Table 1 at smoke scale/);
    assert.ok(readFileSync(path.join(folder, "report.html"), "utf8").includes(svg));
    assert.equal(readFileSync(path.join(folder, "report.png")).subarray(1, 4).toString(), "PNG");
  });

  it("writes a page that browsers show without complaints", { skip: noBrowser }, async (t) => {
    const folder = temporaryFolder(t);
    await writeReport(report, folder);
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    t.after(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(pathToFileURL(path.join(folder, "report.html")).href);
    const box = await page.locator("figure svg").boundingBox();
    assert.ok(box && box.width > 100 && box.height > 100);
    const collapse = "getComputedStyle(document.querySelector('table')).borderCollapse";
    assert.equal(await page.evaluate(collapse), "collapse", "the style applies");
    assert.deepEqual(complaints, []);
  });
});
