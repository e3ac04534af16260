import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { npm } from "../../lib/io/processes/npm";
import { result, TestKernel, type Execution } from "./client";

const PACKAGES = ["vega@6.2.0", "vega-lite@6.4.1"];

const CHART = `
const chart: vl.TopLevelSpec = {
  data: { values: [{ a: "x", b: 1 }, { a: "y", b: 2 }] },
  mark: "bar",
  encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
};`;

const skip =
  process.env.SSDML_NETWORK_TESTS === undefined && "set SSDML_NETWORK_TESTS=1 to install Vega 6 from npm";

describe("ESM-only packages: Vega 6 and Vega-Lite 6", { skip }, () => {
  let kernel: TestKernel;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-esm-"));
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
    const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
    const { succeeded, errors } = await npm([...words, ...PACKAGES], folder);
    assert.ok(succeeded, errors);
    kernel = await TestKernel.start(folder);
  });
  after(async () => {
    await (kernel as TestKernel | undefined)?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(code: string): Promise<Execution> {
    const execution = await kernel.execute(code);
    assert.equal(execution.reply.content.status, "ok", JSON.stringify(execution.reply.content));
    return execution;
  }

  async function typeError(code: string): Promise<string> {
    const { reply } = await kernel.execute(code);
    assert.equal(reply.content.status, "error", `${code} has no type error`);
    return String(reply.content.evalue);
  }

  it("run: a chart is compiled, drawn and measured", async () => {
    await run('import * as vega from "vega"; import * as vl from "vega-lite";');
    await run(CHART);
    assert.equal(result(await run("vl.compile(chart).spec.marks!.map(({ type }) => type)")), "[ 'rect' ]");
    const drawn = await run(
      'const svg = await new vega.View(vega.parse(vl.compile(chart).spec), { renderer: "none" }).toSVG(); svg.slice(0, 4)',
    );
    assert.equal(result(drawn), "<svg");
    assert.equal(result(await run("vl.version")), "6.4.1");
  });

  it("run: through a dynamic import, and by name", async () => {
    assert.equal(result(await run('(await import("vega-lite")).version')), "6.4.1");
    assert.equal(
      result(await run('import { extent } from "vega"; extent([3, 1, 2], (x: number) => x)')),
      "[ 1, 3 ]",
    );
  });

  it("are typed: wrong uses are errors before anything runs", async () => {
    assert.match(await typeError("vl.compile(chart).spex"), /Property 'spex' does not exist/);
    assert.match(await typeError("vl.compile({ mark: 7 })"), /Type 'number' is not assignable/);
    assert.match(await typeError("vega.parse()"), /Expected 1-3 arguments, but got 0/);
    assert.match(await typeError('import { nothing } from "vega";'), /has no exported member 'nothing'/);
  });
});
