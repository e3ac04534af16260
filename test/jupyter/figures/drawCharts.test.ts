import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { drawCharts, notebookHtml, writeFigures, type Notebook } from "../../../lib/jupyter";
import { codeCells, notebookOf } from "../../support/notebooks";
import { temporaryFolder } from "../../support/temporary";

const chartOf = (url: string) => ({
  "application/vnd.vegalite.v5+json": {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    data: { url },
    mark: "bar",
    encoding: { x: { field: "name", type: "nominal" }, y: { field: "size", type: "quantitative" } },
  },
  "text/plain": "[Vega-Lite chart]",
});

/** A notebook that shows charts of data in files, and its folder, where data.csv is and broken.json is broken. */
function notebookWithCharts(t: TestContext, ...urls: string[]): { notebook: Notebook; folder: string } {
  const folder = temporaryFolder(t);
  writeFileSync(path.join(folder, "data.csv"), "name,size\nfirst,1\nsecond,2\n");
  writeFileSync(path.join(folder, "broken.json"), "{");
  const notebook = notebookOf("show()");
  for (const url of urls) {
    codeCells(notebook)[0].outputs.push({ output_type: "display_data", data: chartOf(url), metadata: {} });
  }
  return { notebook, folder };
}

const sentences = (folder: string) => [
  `cell1-figure2: vegaLiteToSvg: the data "none.csv" cannot be loaded: ENOENT: no such file or directory, open '${path.join(folder, "none.csv")}'. Check the name; files are read from ${folder}.`,
  /^cell1-figure3: vegaLiteToSvg: the data "broken\.json" cannot be loaded: /,
];

function assertFailures(failures: string[], folder: string): void {
  const [missing, broken] = sentences(folder);
  assert.equal(failures.length, 2);
  assert.equal(failures[0], missing);
  assert.match(failures[1], broken as RegExp);
}

describe("charts with data in files", () => {
  it("are drawn for pages from the notebook's folder, and those that fail are named", async (t) => {
    const { notebook, folder } = notebookWithCharts(t, "data.csv", "none.csv", "broken.json");
    const { notebook: shown, failures } = await drawCharts(notebook, folder);
    const [first, second] = codeCells(shown)[0].outputs;
    assert.ok("data" in first && "data" in second);
    assert.match(String(first.data["image/svg+xml"]), /^<svg[^]*>second</);
    assert.equal("image/svg+xml" in second.data, false);
    assertFailures(failures, folder);
    assert.match(notebookHtml(shown, { title: "t" }), /<img src="data:image\/svg/);
    assert.equal(JSON.stringify(notebook).includes("svg"), false, "the notebook itself is untouched");
  });

  it("are written as figures, and those that fail are not", async (t) => {
    const { notebook, folder } = notebookWithCharts(t, path.join(".", "data.csv"), "none.csv", "broken.json");
    const drawn = path.join(folder, "drawn");
    const { files, failures } = await writeFigures(notebook, drawn, folder);
    assert.deepEqual(files.sort(), readdirSync(drawn).sort());
    assert.equal(files.length, 3);
    assert.match(readFileSync(path.join(drawn, "cell1-figure1.svg"), "utf8"), />second</);
    assertFailures(failures, folder);
  });

  it("lose links that would run code, and pictures that may not be read, but nothing else", async (t) => {
    const { notebook, folder } = notebookWithCharts(t, "data.csv");
    const [{ outputs }] = codeCells(notebook);
    const chart = (parts: object) => ({
      "application/vnd.vegalite.v5+json": { data: { values: [{ a: 1 }] }, mark: "point", ...parts },
    });
    const add = (parts: object) =>
      outputs.push({ output_type: "display_data", data: chart(parts), metadata: {} });
    add({ encoding: { href: { value: "javascript:alert(1)" } } });
    add({ mark: { type: "image", url: "/etc/x.png" } });
    add({ data: { url: "/etc/passwd" } });
    add({ width: 1e9, encoding: { x: { field: "a", type: "quantitative" } } });
    add({});
    const drawn = path.join(folder, "drawn");
    const { files, failures } = await writeFigures(notebook, drawn, folder, { secondsPerChart: 10 });
    assert.deepEqual(
      files.filter((name) => name.endsWith(".pdf")),
      [1, 2, 3, 6].map((n) => `cell1-figure${n}.pdf`),
    );
    assert.doesNotMatch(readFileSync(path.join(drawn, "cell1-figure2.svg"), "utf8"), /script:/);
    assert.equal(failures.length, 3);
    assert.match(failures[0], /^cell1-figure3: .*"\/etc\/x\.png" may not be read: .*--allow-read DIR/);
    assert.match(failures[1], /^cell1-figure4: .*"\/etc\/passwd" may not be read: .*--allow-read DIR/);
    assert.match(failures[2], /^cell1-figure5: the chart cannot be drawn: it takes/);
  });
});
