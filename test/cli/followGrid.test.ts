import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { followGrid } from "../../lib/cli/followGrid";
import { reproductionGrid, type GridEvent } from "../../lib/reproduce";
import { failedCell } from "../../lib/reproduce/cellRecord";
import { finishedRecord } from "../reproduce/support";

const [first, second] = reproductionGrid("table1", { scale: "smoke" });

async function* events(): AsyncGenerator<GridEvent, void> {
  yield { kind: "started", total: 2, finished: 0, jobs: 2, threads: 1 };
  yield { kind: "progress", share: 0.25, done: 0, total: 2, secondsLeft: undefined };
  yield {
    kind: "cell",
    record: finishedRecord(first, 48.3),
    done: 1,
    total: 2,
    secondsLeft: await Promise.resolve(75),
  };
  yield { kind: "progress", share: 0.75, done: 1, total: 2, secondsLeft: 40 };
  yield {
    kind: "cell",
    record: { ...failedCell(second, "no luck\n at somewhere", new Date()), elapsedMs: 900 },
    done: 2,
    total: 2,
    secondsLeft: 0,
  };
}

async function printed(interactive: boolean): Promise<{ lines: string[]; bar: string }> {
  const lines: string[] = [];
  let bar = "";
  const terminal = {
    out: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
    interactive,
    signal: new AbortController().signal,
  };
  await followGrid(events(), terminal, (text) => (bar += text));
  return { lines, bar };
}

describe("followGrid", () => {
  const expected = [
    "2 cells, 0 of them already finished; 2 at a time, 1 thread each",
    "[1/2] mnist, Deep-LRML, seed 1: NMI 48.3, R@1 48.3; 10 s; about 1 min 15 s left",
    "[2/2] mnist, Deep-SERAPH, seed 1: failed: no luck; 1 s",
  ];

  it("prints one line per cell and nothing else without a terminal", async () => {
    assert.deepEqual(await printed(false), { lines: expected, bar: "" });
  });

  it("draws a bar on a terminal, below the lines", async () => {
    const { lines, bar } = await printed(true);
    assert.deepEqual(lines, expected);
    assert.match(bar, /all cells \[=+ +\] 0 of 2/);
    assert.ok(!bar.includes("\n") && bar.endsWith("\r\u001b[K"));
  });
});
