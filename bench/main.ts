import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { BenchCase, Timing } from "./case";
import { embedding, evaluation } from "./cases/evaluate";
import { figures } from "./cases/figures";
import { measureKernels, type KernelMeasure } from "./cases/kernel";
import { compareKernels } from "./cases/kernelTable";
import { googLeNetForward, rmacPooling } from "./cases/googLeNet";
import { jpegs, npy } from "./cases/input";
import { losses } from "./cases/losses";
import { matmul } from "./cases/matmul";
import { start } from "./cases/start";
import { agml, agml2, forward, training } from "./cases/mnist";
import { knn, mining, propagation, rcg32, rcg64 } from "./cases/method";
import { tsneLayout } from "./cases/project";
import { search } from "./cases/search";
import { measureCompetitors } from "./competitors";
import { measureGrowth } from "./growth";
import { measure } from "./measure";
import { measureMemory } from "./memory";
import { startPeers } from "./peer";
import { growthTable, markdownTable, reportRows, scaleTable, type ReportRow } from "./report";
import { measureScale, type Scaled } from "./scale";

const cases: BenchCase[] = [
  start,
  evaluation, // must run before any case that loads wasm
  matmul,
  forward,
  training,
  googLeNetForward,
  rmacPooling,
  jpegs,
  npy,
  agml,
  agml2,
  knn,
  propagation,
  mining,
  rcg64,
  rcg32,
  embedding,
  tsneLayout,
  search,
  figures,
  ...losses,
];
const names = [
  ...cases.map(({ name }) => name),
  "competitors",
  "growth",
  "memory",
  "kernel",
  "kernel-table",
  "scale",
];

const help = `npm run bench -- [CASE…] [--repeats N] [--json FILE]

Times the library on every installed engine. If a Python with NumPy (and PyTorch, scikit-learn, faiss) is found,
it also times these peers on the same work in the same run. Compare the ratios, not the milliseconds.

  CASE           ${names.join(", ")}; default: all but scale
  --repeats N    timed runs per side after the warm-up (default 7); the median is reported
  --points LIST  for scale: how many points (default 10000,100000; 1000000 takes an hour)
  --json FILE    where to write the timings (default out/bench.json)

SSDML_PYTHON names the Python to use.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      repeats: { type: "string", default: "7" },
      points: { type: "string", default: "10000,100000" },
      json: { type: "string", default: path.join("out", "bench.json") },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < 1)
    throw new Error(`--repeats must be a positive whole number, got ${values.repeats}.`);
  const sizes = values.points.split(",").map(Number);
  if (!sizes.every((n) => Number.isInteger(n) && n >= 1000))
    throw new Error(
      `--points must be whole numbers of at least 1000, such as 10000,100000, got ${values.points}.`,
    );
  const unknown = positionals.find((word) => !names.includes(word));
  if (unknown !== undefined) {
    throw new Error(`unknown case ${unknown}; choose from ${names.join(", ")}.`);
  }
  const isChosen = (name: string) => positionals.length === 0 || positionals.includes(name);
  const chosen = cases.filter(({ name }) => isChosen(name));

  const shared = mkdtempSync(path.join(os.tmpdir(), "ssdml-bench-"));
  const peers = await startPeers(shared);
  const rows: ReportRow[] = [];
  const timings: Timing[] = [];
  try {
    console.log(`peers: ${peers.description}`);
    for (const bench of chosen) {
      console.log(`… ${bench.title}`);
      const measured = await measure(bench, peers, { shared, repeats });
      timings.push(...measured);
      rows.push(...reportRows(bench, measured));
    }
  } finally {
    peers.close();
    rmSync(shared, { recursive: true });
  }
  if (rows.length > 0) console.log(`\n${markdownTable(["case", "subject", "ms", "ratio", "bar"], rows)}\n`);
  const competitors = isChosen("competitors") ? await measureCompetitors() : [];
  for (const { method, engine, medianMs, ratio } of competitors) {
    const verdict = method === "AGML" ? "" : ` (≤ 1.5: ${ratio <= 1.5 ? "met" : "MISSED"})`;
    console.log(
      `mini-batch, ${method}, ${engine}: ${medianMs.toFixed(1)} ms, ${ratio.toFixed(2)}x AGML${verdict}`,
    );
  }
  const growth = isChosen("growth") ? await measureGrowth() : [];
  if (growth.length > 0) console.log(`${growthTable(growth)}\n`);
  const memory = isChosen("memory") ? await measureMemory() : [];
  for (const { step, engine, gigabytes } of memory) {
    console.log(
      `peak memory, ${step}, ${engine}: ${gigabytes.toFixed(2)} GB (≤ 2 GB: ${gigabytes <= 2 ? "met" : "MISSED"})`,
    );
  }
  const kernelMeasures: KernelMeasure[] = [];
  if (isChosen("kernel")) {
    for await (const measured of measureKernels()) {
      const { measure, kernel, value, unit, bar } = measured;
      kernelMeasures.push(measured);
      const verdict =
        kernel !== "ssdml" || bar === Infinity
          ? ""
          : ` (≤ ${bar} ${unit}: ${value <= bar ? "met" : "MISSED"})`;
      console.log(`kernel, ${measure}, ${kernel}: ${value.toFixed()} ${unit}${verdict}`);
    }
  }
  const kernelTable = isChosen("kernel-table") ? await compareKernels() : [];
  if (kernelTable.length > 0) console.log(`\n${markdownTable(["name", "ssdml", "tslab"], kernelTable)}\n`);
  const scale: Scaled[] = [];
  for (const n of positionals.includes("scale") ? sizes : []) {
    for await (const step of measureScale(n)) {
      scale.push(step);
      console.log(`scale, n = ${n}, ${step.step}: ${step.seconds.toFixed(1)} s; ${step.result}`);
    }
  }
  if (scale.length > 0) console.log(`\n${scaleTable(scale)}\n`);
  const machine = { node: process.version, cpu: os.cpus()[0]?.model, threads: os.availableParallelism() };
  mkdirSync(path.dirname(values.json), { recursive: true });
  writeFileSync(
    values.json,
    `${JSON.stringify({ machine, peers: peers.description, rows, timings, competitors, growth, memory, kernelMeasures, kernelTable, scale }, null, 2)}\n`,
  );
  console.log(`written to ${values.json}`);
}

main().catch((error: unknown) => {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
