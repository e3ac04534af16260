import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { failureText, followNotebook } from "../../lib/cli/followNotebook";
import type { NotebookEvent } from "../../lib/jupyter";

async function follow(events: object[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  async function* run() {
    await Promise.resolve();
    yield* events as NotebookEvent[];
  }
  const terminal = { out: print, error: print, interactive: false, signal: new AbortController().signal };
  return { ending: await followNotebook("a.ipynb", run(), terminal), lines };
}

describe("followNotebook", () => {
  it("prints a line per cell, and returns how the run ended and whether a cell had started", async () => {
    const { ending, lines } = await follow([
      { kind: "cellStarted", number: 1, cells: 2 },
      { kind: "cellFinished", number: 1, cells: 2, status: "ok", elapsedMs: 1234 },
      { kind: "finished", status: "ok" },
    ]);
    assert.deepEqual(lines, ["cell 1/2: ok, 1.2 s"]);
    assert.ok(ending.hasBegun);
    assert.ok(!(await follow([{ kind: "finished", status: "error" }])).ending.hasBegun);
    await assert.rejects(follow([]), /without its last event/);
  });

  it("shows the source of a failed cell with line numbers, and its error without colors if asked", () => {
    const source = Array.from({ length: 10 }, (_, i) => `line${i + 1}`).join("\n");
    const failure = { cell: 3, number: 3, source, message: "\u001b[31mno luck\u001b[39m" };
    const text = failureText(failure, false);
    assert.match(text, /^\nCell 3 failed:\n\n {3}1 \| line1\n/);
    assert.match(text, /\n {2}10 \| line10\n\nno luck\n$/);
    assert.ok(failureText(failure, true).includes("\u001b[31mno luck"));
  });
});
