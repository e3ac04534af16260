import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { UserError } from "../../../lib/core/errors";
import { notebookText, parseNotebook, readNotebook } from "../../../lib/jupyter";
import { assertValidNotebook, notebookFile } from "../../support/notebooks";
import { temporaryFolder } from "../../support/temporary";

describe("parseNotebook and notebookText", () => {
  it("turn an old notebook without ids into a valid one of format 4.5, the same each time", () => {
    const file = notebookFile([
      { source: "# Title", type: "markdown" },
      "1 + 1\n2",
      "1 + 1\n2",
      { source: "x", type: "raw" },
    ]);
    const notebook = parseNotebook(file);
    assert.equal(notebook.cells[1].source, "1 + 1\n2");
    const text = notebookText(notebook);
    assertValidNotebook(text);
    assert.equal(notebookText(parseNotebook(text)), text);
    assert.equal(notebookText(parseNotebook(file)), text);
  });

  it("keep outputs, attachments, metadata and ids", () => {
    const outputs = [
      { output_type: "stream", name: "stdout", text: ["a\n", "b"] },
      {
        output_type: "display_data",
        metadata: {},
        data: { "image/png": "iVBORw0KGgo=", "text/plain": ["p"] },
      },
      {
        output_type: "execute_result",
        execution_count: 7,
        metadata: {},
        data: { "application/json": [1, { a: 2 }] },
      },
      { output_type: "error", ename: "E", evalue: "v", traceback: ["t"] },
    ];
    const raw = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { mine: { deep: true } },
      cells: [
        {
          cell_type: "markdown",
          id: "m",
          metadata: {},
          source: [],
          attachments: { "a.png": { "image/png": "AA==" } },
        },
        { cell_type: "code", id: "c", metadata: { tags: ["t"] }, source: ["x"], execution_count: 7, outputs },
      ],
    };
    const notebook = parseNotebook(JSON.stringify(raw));
    const [, code] = notebook.cells;
    assert.ok(code.cell_type === "code" && code.outputs[0].output_type === "stream");
    assert.equal(code.outputs[0].text, "a\nb");
    assert.deepEqual(JSON.parse(notebookText(notebook)), raw);
    assertValidNotebook(notebookText(notebook));
  });

  it("write a valid file even if a kernel sent an object as text", () => {
    const notebook = parseNotebook(notebookFile(["x"]));
    const [cell] = notebook.cells;
    assert.ok(cell.cell_type === "code");
    cell.outputs.push({ output_type: "display_data", metadata: {}, data: { "text/plain": { a: 1 } } });
    assertValidNotebook(notebookText(notebook));
  });

  it("give cells with the same id ids of their own", () => {
    const cell = { cell_type: "raw", id: "same", metadata: {}, source: "" };
    const { cells } = parseNotebook(
      JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell, cell] }),
    );
    assert.equal(cells[0].id, "same");
    assert.notEqual(cells[1].id, "same");
  });

  it("say that a folder is no notebook", async (t) => {
    const folder = temporaryFolder(t);
    await assert.rejects(readNotebook(folder), /^UserError: cannot read .*: it is a folder\. Name a file\.$/);
  });

  it("say what is wrong with a broken or foreign notebook", async (t) => {
    const whole = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] as unknown[] };
    for (const [content, sentence] of [
      ["{ not json", /^n\.ipynb is not a notebook, or it is damaged: .*Restore it from a copy\.$/],
      [
        `{"nbformat":4,"cells":${"[".repeat(50_000)}`,
        /^n\.ipynb is not a notebook, or it is damaged: .*\. Restore it/,
      ],
      [
        JSON.stringify({ ...whole, metadata: { language_info: { name: { toString: 1 } } } }),
        /is written in \{"toString":1\};/,
      ],
      ["[]", /^n\.ipynb is not a notebook: it has no "nbformat"/],
      [
        JSON.stringify({ ...whole, nbformat: 3 }),
        /is in notebook format 3; ssdml reads format 4\. Open it in JupyterLab/,
      ],
      [
        JSON.stringify({ ...whole, nbformat: "4" }),
        /is damaged: its "nbformat" must be the number 4, got "4"\. Restore/,
      ],
      [JSON.stringify({ ...whole, cells: {} }), /no list of cells/],
      [
        JSON.stringify({ ...whole, cells: [{ cell_type: "code", source: 1 }] }),
        /cell 1 is damaged: its source .* got 1\.$/,
      ],
      [
        JSON.stringify({ ...whole, cells: [{ cell_type: "heading", source: "" }] }),
        /cell_type must be .* got "heading"/,
      ],
      [
        JSON.stringify({
          ...whole,
          cells: [{ cell_type: "code", source: "", outputs: [{ output_type: "pyout" }] }],
        }),
        /output of the unknown type "pyout"/,
      ],
      [
        notebookFile(["1"], "python"),
        /^n\.ipynb is written in python; ssdml runs TypeScript and JavaScript notebooks\./,
      ],
      [JSON.stringify({ ...whole, metadata: { language_info: { name: "R" } } }), /is written in R;/],
    ] as [string, RegExp][]) {
      assert.throws(() => parseNotebook(content, "n.ipynb"), { name: "UserError", message: sentence });
    }
    const folder = temporaryFolder(t);
    await assert.rejects(
      readNotebook(path.join(folder, "no.ipynb")),
      /there is no notebook .*no\.ipynb\. Check the name/,
    );
    await assert.rejects(readNotebook(folder), /cannot read/);
    const file = path.join(folder, "yes.ipynb");
    writeFileSync(file, `\uFEFF${notebookFile(["1"], "JavaScript")}`);
    assert.equal((await readNotebook(file)).cells.length, 1);
  });

  it("refuse what is nested too deeply, by the name of the cell", () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    const output = `{"output_type":"display_data","metadata":{},"data":{"application/json":${deep}}}`;
    const cell = `{"cell_type":"code","metadata":{},"source":"","outputs":[${output}]}`;
    const text = (cells: string, format = "4") => `{"nbformat":${format},"metadata":{},"cells":[${cells}]}`;
    const sentence = (place: string) =>
      `${place} is nested more than 500 levels deep. Clear its outputs, or restore it from a copy.`;
    assert.throws(() => parseNotebook(text(cell), "n.ipynb"), new UserError(sentence("n.ipynb, cell 1")));
    assert.throws(() => parseNotebook(text("", deep), "n.ipynb"), new UserError(sentence("n.ipynb")));
    assert.throws(() => parseNotebook(deep, "n.ipynb"), new UserError(sentence("n.ipynb")));
    const notebook = parseNotebook(text(""));
    notebook.metadata.deep = JSON.parse(deep);
    assert.throws(
      () => notebookText(notebook),
      /UserError: the notebook cannot be written: it is nested more than/,
    );
  });

  it("give ids to many equal cells in time", () => {
    const before = process.cpuUsage();
    const { cells } = parseNotebook(notebookFile(Array<string>(20_000).fill("")));
    assert.equal(new Set(cells.map(({ id }) => id)).size, 20_000);
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });
});
