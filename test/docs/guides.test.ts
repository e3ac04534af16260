import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import * as ssdml from "ssdml";
import { codeBlocks, tableCalls } from "../../docs-site/codeBlocks";
import { typeErrors } from "../../docs-site/compiler";
import { guideHtml, readGuides } from "../../docs-site/guides";
import { programOf } from "../../docs-site/programs";
import { root } from "../../docs-site/root";
import { runProgram } from "../support/programs";
import { temporaryFolder } from "../support/temporary";

const readme = { id: "README", title: "README", source: readFileSync(path.join(root, "README.md"), "utf8") };
const files = [readme, ...readGuides()];
const names = new Set(Object.keys(ssdml));

/** The blocks of a file as one program, because later ones use the names of earlier ones. */
const programOfFile = (source: string, which: "isRun" | "isChecked") =>
  programOf(
    codeBlocks(source)
      .filter((found) => found[which])
      .map(({ code }) => code)
      .join("\n"),
    names,
  );

describe("the TypeScript of README.md and docs/*.md", () => {
  before(async () => {
    await ssdml.useEngine("wasm");
  });

  it("has the right types", () => {
    const programs = new Map(files.map(({ id, source }) => [`${id}.ts`, programOfFile(source, "isChecked")]));
    const calls = files.flatMap(({ id, source }) =>
      tableCalls(source).map((call, i) => [`${id}-${i}.ts`, programOf(`${call};`, names)] as const),
    );
    assert.ok(calls.length > 20);
    assert.deepEqual(typeErrors(new Map([...programs, ...calls])), []);
  });

  for (const { id, source } of files) {
    if (!codeBlocks(source).some(({ isRun }) => isRun)) continue;
    it(`runs: ${id}`, async (t) => {
      process.chdir(temporaryFolder(t));
      t.after(() => {
        process.chdir(root);
      });
      await runProgram(programOfFile(source, "isRun"));
    });
  }

  for (const call of files.flatMap(({ source }) => tableCalls(source))) {
    it(`runs: ${call}`, () => runProgram(programOf(`${call};`, names)));
  }
});

describe("code blocks", () => {
  it("carry their marks", () => {
    const text =
      "```ts\na;\n```\n\n<!-- example: not run, it is slow -->\n\n```ts\nb;\n```\n\n```sh\nc\n```\n";
    assert.deepEqual(codeBlocks(text), [
      { code: "a;", isRun: true, isChecked: true },
      { code: "b;", isRun: false, isChecked: true },
    ]);
  });

  it("are found in tables", () => {
    assert.deepEqual(
      tableCalls("| a | ssdml |\n| --- | --- |\n| `b` | `c(1)` |\n\n| x | y |\n| `d` | `e` |\n"),
      ["c(1)"],
    );
  });
});

describe("the links of the guides", () => {
  for (const guide of readGuides()) {
    it(`lead to files: ${guide.id}`, () => {
      const folder = path.join(root, "out", "api");
      const html = guideHtml(guide, folder);
      for (const [, address] of html.matchAll(/href="([^"#]+)/g)) {
        if (/^https?:/.test(address)) continue;
        const [, kind, id] = /^(guide|notebook)-([\w-]+)\.html$/.exec(address) ?? [];
        const file =
          kind === "guide"
            ? path.join(root, "docs", `${id}.md`)
            : kind === "notebook"
              ? path.join(root, "notebooks", `${id}.ipynb`)
              : path.join(folder, decodeURIComponent(address));
        assert.ok(existsSync(file), address);
      }
    });
  }
});
