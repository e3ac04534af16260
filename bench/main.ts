import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { BenchCase, Timing } from "./case";
import { matmul } from "./cases/matmul";
import { forward, training } from "./cases/mnist";
import { start } from "./cases/start";
import { measure } from "./measure";
import { startPeers } from "./peer";
import { markdownTable, reportRows, type ReportRow } from "./report";

const cases: BenchCase[] = [start, matmul, forward, training];

const help = `npm run bench -- [CASE…] [--repeats N] [--json FILE]

Times the library's work on every engine that is installed and, where a Python with NumPy (and PyTorch,
scikit-learn, faiss) is found, the peers' on the same work in the same run: compare the ratios, not the milliseconds.

  CASE           ${cases.map(({ name }) => name).join(", ")}; all without one
  --repeats N    timed runs of each side after two warm-up runs (default 7); the median counts
  --json FILE    where the timings go (default out/bench.json)

SSDML_PYTHON names the Python to use.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      repeats: { type: "string", default: "7" },
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
  const unknown = positionals.find((word) => !cases.some(({ name }) => name === word));
  if (unknown !== undefined) {
    throw new Error(
      `there is no case ${unknown}; the cases are ${cases.map(({ name }) => name).join(", ")}.`,
    );
  }
  const chosen = cases.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

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
  console.log(`\n${markdownTable(rows)}\n`);
  const machine = { node: process.version, cpu: os.cpus()[0]?.model, threads: os.availableParallelism() };
  mkdirSync(path.dirname(values.json), { recursive: true });
  writeFileSync(
    values.json,
    `${JSON.stringify({ machine, peers: peers.description, rows, timings }, null, 2)}\n`,
  );
  console.log(`written to ${values.json}`);
}

main().catch((error: unknown) => {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
