import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { notebookHtml, type Output } from "../../lib/notebook";
import { ansiHtml } from "../../lib/notebook/html/ansiHtml";
import { codeHtml } from "../../lib/notebook/html/codeHtml";
import { outputHtml } from "../../lib/notebook/html/outputHtml";
import { codeCells, notebookOf } from "../support/notebooks";
import { temporaryFolder } from "../support/temporary";

const evil = "<script>alert(1)</script>";
const display = (data: Record<string, unknown>, metadata = {}): Output => ({
  output_type: "display_data",
  data,
  metadata,
});

describe("notebookHtml", () => {
  it("shows the text of cells and outputs and never obeys it", () => {
    const notebook = notebookOf({ source: `# ${evil}`, type: "markdown" }, `// ${evil}`, {
      source: evil,
      type: "raw",
    });
    codeCells(notebook)[0].outputs.push(
      { output_type: "stream", name: "stdout", text: evil },
      { output_type: "error", ename: evil, evalue: evil, traceback: [evil] },
      { output_type: "error", ename: evil, evalue: evil, traceback: [] },
      display({ "text/plain": evil }),
      display({ "image/png": 'AA==" onerror="alert(1)', "text/plain": `"${evil}` }),
      display({ "text/markdown": `[x](javascript:alert(1)) ${evil}` }),
      display({ "application/x+json": { evil } }),
    );
    const page = notebookHtml(notebook, { title: `${evil} title` });
    assert.doesNotMatch(page, /<script/i);
    assert.doesNotMatch(page, /onerror="/);
    assert.doesNotMatch(page, /href="javascript/);
    assert.equal(page.match(/&lt;script&gt;/g)?.length, 10, "all but those in Markdown, which may hold HTML");
  });

  it("forbids scripts and the network to HTML that outputs bring themselves", () => {
    const page = notebookHtml(notebookOf("1"), { title: "title" });
    assert.match(page, /http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    assert.doesNotMatch(page, /(src|href)="http/);
  });
});

describe("outputHtml", () => {
  it("ends what HTML leaves open", () => {
    assert.equal(
      outputHtml(display({ "text/html": "</div><table><tr><td>x" })),
      '<div class="html"><table><tbody><tr><td>x</td></tr></tbody></table></div>',
    );
  });

  it("prefers HTML, then pictures, then Markdown, then text; a chart is shown by its picture", () => {
    const spec = { "application/vnd.vegalite.v5+json": { mark: "bar" }, "text/plain": "chart" };
    assert.match(outputHtml(display({ "text/html": "<b>x</b>", "text/plain": "x" })), /<b>x<\/b>/);
    assert.match(
      outputHtml(display({ ...spec, "image/png": "iVBO\nRw==" })),
      /src="data:image\/png;base64,iVBORw=="/,
    );
    assert.match(
      outputHtml(display({ ...spec, "image/svg+xml": "<svg/>" })),
      /src="data:image\/svg\+xml;base64,PHN2Zy8\+"/,
    );
    assert.equal(outputHtml(display(spec)), "<pre>chart</pre>");
    assert.match(outputHtml(display({ "text/markdown": "*x*", "text/plain": "x" })), /<em>x<\/em>/);
    assert.match(outputHtml(display({ "text/latex": "$x$" })), /<math><mi>x<\/mi><\/math>/);
    assert.match(outputHtml(display({ "image/png": "AA==" }, { "image/png": { width: 5 } })), / width="5">/);
  });
});

describe("ansiHtml", () => {
  it("turns colours into spans and leaves out all other codes", () => {
    assert.equal(
      ansiHtml(
        "\u001b[1;31mred\u001b[0m \u001b[38;5;196mx\u001b[39m\u001b[38;2;1;2;3my\u001b[m<\u001b[2K\u001b]0;t\u0007",
      ),
      '<span style="font-weight:bold;color:#b3261e">red</span> <span style="color:rgb(255,0,0)">x</span>' +
        '<span style="color:rgb(1,2,3)">y</span>&lt;',
    );
  });

  it("takes a long line, and carriage returns at the end of one", () => {
    assert.equal(ansiHtml("x".repeat(1_000_000)).length, 1_000_000);
    assert.equal(ansiHtml("50 %\r100 %\r\r\nnext\r"), "100 %\nnext");
  });

  it("keeps of a line that was redrawn only what stood at the end", () => {
    assert.equal(ansiHtml("10 %\r50 %\r100 %\ndone\r\nnext"), "100 %\ndone\nnext");
  });
});

describe("codeHtml", () => {
  it("keeps every character", () => {
    const code = "const a = `x ${b < 2} y`; /* m\nn */ let r = /a&b/g; // end\n\n  1n";
    const text = codeHtml(code).replace(/<\/?span[^>]*>/g, "");
    assert.equal(text.replaceAll("&lt;", "<").replaceAll("&amp;", "&"), code);
    assert.match(codeHtml(code), /<span class="keyword">const<\/span> a/);
  });
});

describe("addresses", () => {
  it("of pictures, attached or in files next to the notebook, become part of the page", (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(path.join(folder, "b c#.svg"), "<svg/>");
    const source =
      '![a](attachment:a%20b.png) ![b](b%20c%23.svg) ![c](%FF.png) ![d](secret.txt) ![e](https://e.org/e.png) <img src="b c%23.svg">';
    const notebook = notebookOf({ source, type: "markdown" }, "1");
    Object.assign(notebook.cells[0], { attachments: { "a b.png": { "image/png": "AA==" } } });
    codeCells(notebook)[0].outputs.push(display({ "text/html": '<img src="b c%23.svg">' }));
    const svg = "data:image/svg+xml;base64,PHN2Zy8+";
    assert.deepEqual(
      [...notebookHtml(notebook, { title: "t", folder }).matchAll(/<img src="([^"]*)"/g)].map(
        ([, address]) => address,
      ),
      ["data:image/png;base64,AA==", svg, "%FF.png", "secret.txt", "https://e.org/e.png", svg, svg],
    );
  });

  it("of links lead to the same files from where the page is", () => {
    const source = "[a](b%20c.md?q#d) [e](../f.ipynb) [g](#h) [i](https://i.org/j) [k](/l) [m](n%3Ao)";
    const page = notebookHtml(notebookOf({ source, type: "markdown" }), {
      title: "t",
      folder: path.resolve("notebooks"),
      pageFolder: path.join("out", "pages"),
    });
    assert.deepEqual(
      [...page.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address),
      [
        "../../notebooks/b%20c.md?q#d",
        "../../f.ipynb",
        "#h",
        "https://i.org/j",
        "/l",
        "../../notebooks/n%3Ao",
      ],
    );
  });
});
