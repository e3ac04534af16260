import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { isAlive } from "../../lib/io/processes/isAlive";
import { eventually } from "../support/notebooks";
import { temporaryFolder } from "../support/temporary";
import { chromiumProgram, LabPage, startLab } from "./labPage";
import { withoutJupyter } from "./python";

const cells = [
  `const points = Array.from({ length: 40 }, (_, i) => ({ x: i, y: Math.sin(i / 4), kind: i % 2 ? "odd" : "even" }));
({
  $schema: "https://vega.github.io/schema/vega-lite/v5.json",
  title: "A sine",
  width: 400,
  height: 160,
  data: { values: points },
  mark: "point",
  encoding: {
    x: { field: "x", type: "quantitative" },
    y: { field: "y", type: "quantitative" },
    color: { field: "kind" },
  },
})`,
  `for (const _ of progress(points, { label: "steps" })) await new Promise((next) => setTimeout(next, 150));`,
  `let count = 7;\nconsole.log("process", process.pid);\nvoid setTimeout(() => { throw new Error("too late"); }, 500);`,
  `while (true) count++;`,
  `count > 7`,
  `const wrong: number = "one";`,
  `points[0].`,
];

function notebookText(): string {
  const kernelspec = { name: "ssdml", display_name: "TypeScript (ssdml)", language: "typescript" };
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec },
    cells: cells.map((source, i) => ({
      id: `cell${i}`,
      cell_type: "code",
      metadata: {},
      execution_count: null,
      outputs: [],
      source,
    })),
  });
}

const skip = withoutJupyter || (!existsSync(chromiumProgram) && "there is no Chromium");

describe("our kernel in JupyterLab", { skip, timeout: 300_000 }, () => {
  it("shows charts, progress and late errors, is interrupted with its state kept, and restarts", async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(path.join(folder, "n.ipynb"), notebookText());
    const lab = await LabPage.open(await startLab(t, folder, "n.ipynb"));
    try {
      await lab.status("Idle");
      await useNotebook(lab);
    } finally {
      await lab.close();
    }
  });
});

async function useNotebook(lab: LabPage): Promise<void> {
  await lab.run(1);
  await lab.output(1).locator("canvas, svg.marks").first().waitFor({ state: "visible" });
  await lab.shoot("chart");

  await lab.run(2);
  const bar = lab.output(2).locator("progress");
  await bar.waitFor();
  const done = async () => Number(await bar.getAttribute("value"));
  const first = await done();
  await lab.shoot("progress");
  await assertSoon(async () => (await done()) > first, "the bar moves");
  await lab.ran(2);
  assert.match(await lab.output(2).innerText(), /steps: 40\/40 in/);

  await lab.run(3);
  await lab.ran(3);
  const pid = Number(/process (\d+)/.exec(await lab.output(3).innerText())?.[1]);
  assert.ok(isAlive(pid));
  await lab.output(3).locator("text=Error: too late").waitFor();
  await lab.run(4);
  await lab.page.waitForTimeout(1000);
  assert.deepEqual(await lab.complete(7), ["kind", "x", "y"], "completion while a cell computes");
  await lab.status("Busy");
  await lab.shoot("completed");
  await lab.page.keyboard.press("Escape");
  await lab.command("i", "i");
  await lab.ran(4);
  await lab.shoot("interrupted");
  assert.match(await lab.output(4).innerText(), /interrupt/i);
  await lab.run(5);
  await lab.ran(5);
  assert.match(await lab.output(5).innerText(), /true/);
  await lab.run(6);
  await lab.ran(6);
  assert.match(await lab.output(6).innerText(), /Type 'string' is not assignable to type 'number'/);
  await lab.shoot("errors");

  await lab.command("0", "0");
  await lab.page.locator(".jp-Dialog .jp-mod-accept").click();
  await eventually(() => !isAlive(pid), "the first kernel has ended");
  await lab.status("Idle");
  await lab.run(5);
  await lab.output(5).locator("text=Cannot find name 'count'").waitFor();
  await lab.shoot("restarted");
  assert.deepEqual(lab.errors, []);
}

async function assertSoon(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 50; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`not within five seconds: ${what}`);
}
