import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { parseNotebook } from "../../lib/jupyter";
import { assertValidNotebook, codeCells, eventually, notebookFile, printed } from "../support/notebooks";
import { isAlive } from "../../lib/io/processes/isAlive";
import { temporaryFolder } from "../support/temporary";

const bin = path.resolve("bin", "ssdml.cjs");
const posix = process.platform !== "win32";

/** A folder with the notebook n.ipynb. */
function folderWith(t: TestContext, ...given: Parameters<typeof notebookFile>): string {
  const folder = temporaryFolder(t);
  writeFileSync(path.join(folder, "n.ipynb"), notebookFile(...given));
  return folder;
}

const ssdml = (folder: string, ...words: string[]) =>
  spawnSync(process.execPath, [bin, "run", ...words], { encoding: "utf8", cwd: folder });
const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");

describe("ssdml run", () => {
  it("writes the executed notebook and the page, and prints one line per cell", (t) => {
    const folder = folderWith(t, [
      { source: "let who = 'you';", tags: ["parameters"] },
      "console.log(`<i>${who}`)",
    ]);
    const { status, stdout, stderr } = ssdml(folder, "n.ipynb", "--param", "who=<script>", "--html");
    assert.equal(status, 0, stderr);
    assert.match(
      stdout,
      /^cell 1\/3: ok, \d+\.\d s\ncell 2\/3: ok, .*\ncell 3\/3: ok, .*\nDone in \d+ s\. Written to /,
    );
    const text = read(folder, "out", "n.ipynb");
    assertValidNotebook(text);
    assert.equal(printed(codeCells(parseNotebook(text))[2]), "<i><script>\n");
    const page = read(folder, "out", "n.html");
    assert.match(page, /&lt;i&gt;&lt;script&gt;/);
    assert.doesNotMatch(page, /<script/);
  });

  it("runs in the notebook's folder and writes where it is told", (t) => {
    const folder = folderWith(t, ["console.log(process.cwd())"]);
    mkdirSync(path.join(folder, "elsewhere"));
    const { status } = ssdml(path.join(folder, "elsewhere"), "../n.ipynb", "--out", "a/b.ipynb");
    assert.equal(status, 0);
    const [cell] = codeCells(parseNotebook(read(folder, "elsewhere", "a", "b.ipynb")));
    assert.equal(printed(cell), `${folder}\n`);
    assert.equal(existsSync(path.join(folder, "elsewhere", "a", "b.html")), false);
  });

  it("stops at the first error, shows the cell, and still writes the notebook", (t) => {
    const folder = folderWith(t, ["1", 'const a = 1;\nthrow new Error("boom")', "2"]);
    const { status, stdout, stderr } = ssdml(folder, "n.ipynb", "--out", "there");
    assert.equal(status, 1);
    assert.match(stdout, /cell 2\/3: error/);
    assert.match(
      stderr,
      /Cell 2 failed:\n\n {2}1 \| const a = 1;\n {2}2 \| throw new Error\("boom"\)\n\n[^]*Error: boom/,
    );
    assertValidNotebook(read(folder, "there", "n.ipynb"));
  });

  it("fails by an error that a timer throws while a later cell runs, and shows the cell that set it", (t) => {
    const folder = folderWith(t, [
      'setTimeout(() => { throw new Error("late"); }, 100);',
      "await new Promise((resolve) => setTimeout(resolve, 300));",
    ]);
    const { status, stderr } = ssdml(folder, "n.ipynb");
    assert.equal(status, 1);
    assert.match(stderr, /Cell 1 failed:\n\n {2}1 \| setTimeout[^]*Error: late/);
  });

  it("ends a cell at its time limit", (t) => {
    const folder = folderWith(t, ["while (true) {}"]);
    const { status, stderr } = ssdml(folder, "n.ipynb", "--timeout", "1.5");
    assert.equal(status, 1);
    assert.match(stderr, /the cell ran longer than 1\.5 s/);
  });

  it("writes every figure: charts in three formats, pictures as they are", (t) => {
    const chart = `({ $schema: "https://vega.github.io/schema/vega-lite/v5.json", data: { values: [{ a: 1 }] }, mark: "bar",
      encoding: { x: { field: "a" } } })`;
    const folder = folderWith(t, [
      "const size = 4;",
      chart,
      'notebook.svg(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="4"/>`)',
      "Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)",
    ]);
    const { status, stdout, stderr } = ssdml(folder, "n.ipynb", "--figures");
    assert.equal(status, 0, stderr);
    assert.match(stdout, /n-figures \(5 figure files\)/);
    const figures = path.join(folder, "out", "n-figures");
    assert.match(read(figures, "cell2-figure1.svg"), /^<svg/);
    assert.match(read(figures, "cell2-figure1.png"), /^.PNG/);
    assert.match(read(figures, "cell2-figure1.pdf"), /^%PDF/);
    assert.match(read(figures, "cell3-figure1.svg"), /width="4"/);
    assert.ok(existsSync(path.join(figures, "cell4-figure1.jpg")));
    assert.equal(ssdml(folder, "n.ipynb", "--figures", "drawn").status, 0);
    assert.ok(existsSync(path.join(folder, "drawn", "cell2-figure1.pdf")));
  });

  it("writes page and figures whatever a chart holds, and reads only folders that it may", (t) => {
    const chart = (parts: string) =>
      `({ $schema: "https://vega.github.io/schema/vega-lite/v5.json", mark: "point", ${parts} })`;
    const folder = folderWith(t, [
      { source: "![](other/p.svg)", type: "markdown" },
      chart('data: { values: [{ a: 1 }] }, encoding: { href: { value: "javascript:alert(1)" } }'),
      chart('data: { url: "other/data.csv" }, encoding: { x: { field: "a", type: "quantitative" } }'),
    ]);
    const other = temporaryFolder(t);
    writeFileSync(path.join(other, "data.csv"), "a\n7\n");
    writeFileSync(path.join(other, "p.svg"), "<svg/>");
    symlinkSync(other, path.join(folder, "other"));
    const refused = ssdml(folder, "n.ipynb", "--html", "--figures");
    assert.equal(refused.status, 1, refused.stdout);
    assert.match(refused.stderr, /cell2-figure1: .*"other\/data\.csv" may not be read: .*--allow-read DIR/);
    assert.match(
      refused.stderr,
      /the page lacks a picture: "other\/p\.svg" may not be read: .*--allow-read DIR/,
    );
    assert.match(read(folder, "out", "n.html"), /<\/html>/);
    assert.match(read(folder, "out", "n-figures", "cell1-figure1.svg"), /^<svg/);
    const allowed = ssdml(
      folder,
      "n.ipynb",
      "--html",
      "--figures",
      "--allow-read",
      other,
      "--allow-read",
      folder,
    );
    assert.equal(allowed.status, 0, allowed.stderr);
    assert.match(read(folder, "out", "n-figures", "cell2-figure1.svg"), />7<\/text>/);
    const wrong = ssdml(folder, "n.ipynb", "--allow-read", "none");
    assert.match(
      wrong.stderr,
      /^ssdml: run: --allow-read must name a folder, got "none"\. Check the name\.$/m,
    );
  });

  it("shows a cell that calls process.exit, and one that takes all memory", (t) => {
    const exits = ssdml(folderWith(t, ["process.exit(0)"]), "n.ipynb");
    assert.equal(exits.status, 1);
    assert.match(exits.stderr, /Cell 1 failed:[^]*process\.exit\(0\) would end the kernel/);
    const greedy = "const all: number[][] = []; while (true) all.push(new Array<number>(1e5).fill(1.5));";
    const { status, stderr } = spawnSync(process.execPath, [bin, "run", "n.ipynb"], {
      encoding: "utf8",
      cwd: folderWith(t, [greedy]),
      env: { ...process.env, NODE_OPTIONS: "--max-old-space-size=300" },
    });
    assert.equal(status, 1);
    assert.match(stderr, /Cell 1 failed:[^]*the kernel ran out of memory\. Keep less data/);
  });

  it("runs stock tslab when it is asked to, and names the kernels that there are", (t) => {
    const folder = folderWith(t, ["1 + 1"]);
    assert.equal(ssdml(folder, "n.ipynb", "--kernel", "tslab").status, 0);
    const [cell] = codeCells(parseNotebook(read(folder, "out", "n.ipynb")));
    assert.equal(printed(cell), "2\n");
    const { status, stderr } = ssdml(folder, "n.ipynb", "--kernel", "none");
    assert.equal(status, 1);
    assert.match(stderr, /^ssdml: there is no kernel "none"; the kernels are ssdml, tslab, jslab/);
  });

  it("sets parameters of JavaScript notebooks", (t) => {
    const folder = folderWith(
      t,
      [{ source: "let n = 1;", tags: ["parameters"] }, "console.log(n + 1)"],
      "javascript",
    );
    const { status, stderr } = ssdml(folder, "n.ipynb", "--param", "n=5");
    assert.equal(status, 0, stderr);
    assert.equal(printed(codeCells(parseNotebook(read(folder, "out", "n.ipynb")))[2]), "6\n");
  });

  it("says before the run what it could not write after it", (t) => {
    const folder = folderWith(t, ["console.log(1)"]);
    mkdirSync(path.join(folder, "out", "n.ipynb"), { recursive: true });
    writeFileSync(path.join(folder, "file"), "");
    for (const [words, sentence] of [
      [[], /^ssdml: cannot write out\/n\.ipynb: it is a folder/],
      [["--out", "n.ipynb/x.ipynb"], /^ssdml: cannot write .*: a part of the path is a file/],
      [["--out", `${"a".repeat(300)}.ipynb`], /^ssdml: cannot write a+\.ipynb: its name is too long/],
      [
        ["--out", "x", "--figures", "file"],
        /^ssdml: cannot write figures to file: it is a file\. Name a folder/,
      ],
    ] as [string[], RegExp][]) {
      const { status, stdout, stderr } = ssdml(folder, "n.ipynb", ...words);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
      assert.equal(stdout, "");
    }
  });

  it("says in one sentence what is wrong", (t) => {
    const folder = folderWith(t, ["1"], "python");
    writeFileSync(path.join(folder, "broken.ipynb"), '{"cells": [');
    for (const [words, sentence] of [
      [["n.ipynb"], /^ssdml: n\.ipynb is written in python; ssdml runs TypeScript/],
      [["broken.ipynb"], /^ssdml: broken\.ipynb is not a notebook, or it is damaged/],
      [["no.ipynb"], /^ssdml: there is no notebook no\.ipynb/],
      [[], /^ssdml: run needs one notebook, got 0/],
      [
        ["n.ipynb", "--timeout", "soon"],
        /^ssdml: run: --timeout must be a positive number of seconds, got "soon"/,
      ],
      [
        ["n.ipynb", "--timeout", "-5"],
        /^ssdml: run: --timeout needs a value, but an option follows\. If -5 is the value, write --timeout=-5\. Type/,
      ],
      [["n.ipynb", "--timeout=-5"], /^ssdml: run: --timeout must be a positive number of seconds, got "-5"/],
      [
        ["n.ipynb", "--out", ""],
        /^ssdml: run: --out must not be empty, got ""\. Give it a value, or leave it out/,
      ],
      [["n.ipynb", "--kernel="], /^ssdml: run: --kernel must not be empty/],
      [["n.ipynb", "--figures="], /^ssdml: run: --figures must not be empty/],
      [["n.ipynb", "--figures", ""], /^ssdml: run: --figures must not be empty/],
      [["n.ipynb", "--param", "x"], /^ssdml: a parameter must look like name=value/],
      [["n.ipynb", "--fast"], /^ssdml: .*--fast.*ssdml run --help/],
    ] as [string[], RegExp][]) {
      const { status, stderr } = ssdml(folder, ...words);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split("\n").length, 1);
    }
    assert.match(ssdml(folder, "--help").stdout, /^Usage: ssdml run NOTEBOOK/);
  });
});

describe("ssdml run, stopped", { skip: !posix }, () => {
  const waiting = [
    `import { writeFileSync } from "node:fs";\nwriteFileSync("pid", String(process.pid));`,
    `writeFileSync("busy", "");\nawait new Promise((resolve) => setTimeout(resolve, 1e9));`,
  ];

  /** Sends a signal to a run in its second cell; returns its exit code and whether the kernel is gone. */
  async function stopped(t: TestContext, signal: NodeJS.Signals) {
    const folder = folderWith(t, waiting);
    const child = spawn(process.execPath, [bin, "run", "n.ipynb"], { cwd: folder });
    const errors: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
    const code = new Promise((resolve) => child.once("close", resolve));
    await eventually(() => existsSync(path.join(folder, "busy")), "the second cell runs");
    const kernel = Number(read(folder, "pid"));
    assert.ok(isAlive(kernel));
    child.kill(signal);
    const exitCode = await code;
    await eventually(() => !isAlive(kernel), "the kernel has ended");
    return { folder, exitCode, errors: errors.join("") };
  }

  it("by Ctrl-C, writes what there is, ends the kernel and exits with 130", async (t) => {
    const { folder, exitCode, errors } = await stopped(t, "SIGINT");
    assert.equal(exitCode, 130);
    assert.match(errors, /^Stopped\. Written to /);
    const text = read(folder, "out", "n.ipynb");
    assertValidNotebook(text);
    assert.equal(codeCells(parseNotebook(text))[1].outputs.at(-1)?.output_type, "error");
  });

  it("before the first cell, leaves an earlier result as it is", async (t) => {
    const folder = folderWith(t, ["1"]);
    mkdirSync(path.join(folder, "out"));
    writeFileSync(path.join(folder, "out", "n.ipynb"), "earlier");
    const silent = "require('fs').writeFileSync('started', ''); setInterval(() => 0, 1e6)";
    const argv = [process.execPath, "-e", silent];
    writeFileSync(path.join(folder, "kernel.json"), JSON.stringify({ argv, language: "typescript" }));
    const child = spawn(process.execPath, [bin, "run", "n.ipynb", "--kernel", "kernel.json"], {
      cwd: folder,
    });
    let errors = "";
    child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
    const code = new Promise((resolve) => child.once("close", resolve));
    await eventually(() => existsSync(path.join(folder, "started")), "the kernel has been started");
    child.kill("SIGINT");
    assert.equal(await code, 130);
    assert.equal(errors, "Stopped before the first cell. Nothing was written.\n");
    assert.equal(read(folder, "out", "n.ipynb"), "earlier");
  });

  it("by the other signals to end, does the same and exits with their code", async (t) => {
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const) {
      const { folder, exitCode } = await stopped(t, signal);
      assert.equal(exitCode, code);
      assertValidNotebook(read(folder, "out", "n.ipynb"));
    }
  });

  it("by SIGKILL, leaves no kernel behind", async (t) => {
    await stopped(t, "SIGKILL");
  });

  it("does not stop when its reader closes the pipe", async (t) => {
    const folder = folderWith(t, [
      "1",
      "await new Promise((resolve) => setTimeout(resolve, 500));",
      'throw new Error("late")',
    ]);
    const child = spawn(process.execPath, [bin, "run", "n.ipynb"], { cwd: folder });
    child.stdout.once("data", () => child.stdout.destroy());
    const exitCode = await new Promise((resolve) => child.once("close", resolve));
    assert.equal(exitCode, 1);
    const cells = codeCells(parseNotebook(read(folder, "out", "n.ipynb")));
    assert.equal(cells[2].outputs[0].output_type, "error");
  });
});
