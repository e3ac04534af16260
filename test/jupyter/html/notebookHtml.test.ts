import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { notebookHtml, type Output } from "../../../lib/jupyter";
import { codeCells, notebookOf } from "../../support/notebooks";
import { temporaryFolder } from "../../support/temporary";

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

describe("bombs in outputs", () => {
  it("leave a page with a note, in time", () => {
    const notebook = notebookOf(
      { source: `before $${"{".repeat(3000)}x${"}".repeat(3000)}$ after`, type: "markdown" },
      "1",
    );
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    codeCells(notebook)[0].outputs.push(
      display({ "text/html": "<div>".repeat(50_000) }),
      display({
        "text/html": `<p>${Array.from({ length: 50_000 }, (_, i) => `<font size=${i}>`).join("<p>")}`,
      }),
      display({ "text/html": `<a ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(" ")}>` }),
      display({ "text/html": `<table>${"<b></b>".repeat(100_000)}` }),
      { output_type: "stream", name: "stdout", text: `${"\r".repeat(200_000)}x` },
      display({ "application/json": deep }),
      display({ "text/markdown": "$$x y\n".repeat(20_001) }),
      display({ "text/markdown": "\\begin{a}\n".repeat(20_000) }),
      display({ "text/markdown": "> ".repeat(20_000) }),
    );
    const before = process.cpuUsage();
    const page = notebookHtml(notebook, { title: "t" });
    assert.ok(process.cpuUsage(before).user < 15_000_000);
    assert.match(page, /<\/html>\s*$/);
    assert.match(
      page,
      /before [^]*This formula is shown as text: it is nested more than 100 levels deep\.[^]* after/,
    );
    assert.match(page, /This HTML is shown as text: its elements are nested more than 512 levels deep\./);
    assert.match(page, /one of its tags has more than 1000 attributes/);
    assert.match(page, /\[data nested more than 500 levels deep\]/);
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
      [
        ...notebookHtml(notebook, { title: "t", folder }).matchAll(/<img (?:src="([^"]*)"|alt="([^"]*)")/g),
      ].map(([, address, text]) => address ?? text),
      ["data:image/png;base64,AA==", svg, "c", "d", "e", svg, svg],
      "a page loads nothing: pictures that it does not hold show their texts",
    );
  });

  it("of pictures outside the notebook's folder are refused with a sentence, unless they are allowed", (t) => {
    const root = temporaryFolder(t);
    const [folder, other] = ["notebook", "other"].map((name) => path.join(root, name));
    for (const each of [folder, other]) mkdirSync(each);
    writeFileSync(path.join(other, "a.svg"), "<svg/>");
    symlinkSync(path.join(other, "a.svg"), path.join(folder, "link.svg"));
    const names = [
      "../other/a.svg",
      "link.svg",
      path.join(other, "a.svg"),
      pathToFileURL(path.join(other, "a.svg")).href,
    ];
    const notebook = notebookOf({
      source: names.map((name) => `<img src="${name}">`).join(" "),
      type: "markdown",
    });
    const pictures = (allowRead: string[], missing: string[]) => {
      const onMissingPicture = (sentence: string) => missing.push(sentence);
      const page = notebookHtml(notebook, { title: "t", folder, allowRead, onMissingPicture });
      return page.match(/<img src="data:image\/svg/g)?.length ?? 0;
    };
    const missing: string[] = [];
    assert.equal(pictures([], missing), 0);
    assert.equal(missing.length, 4);
    assert.match(
      missing[0],
      /^the page lacks a picture: "..\/other\/a\.svg" may not be read: .*--allow-read DIR/,
    );
    assert.equal(pictures([other], missing), 4);
    assert.equal(missing.length, 4);
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
