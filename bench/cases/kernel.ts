import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startKernel, type Kernel, type KernelSpec } from "../../lib/notebook";
import { median } from "../case";

const launcher = path.join(__dirname, "..", "..", "kernels", "ssdml", "launcher.js");
const common = { display_name: "", language: "typescript" };

/** Our kernel and stock tslab, by the same client. */
export const kernels: KernelSpec[] = [
  {
    ...common,
    name: "ssdml",
    argv: [process.execPath, launcher, "{connection_file}"],
    interrupt_mode: "message",
  },
  {
    ...common,
    name: "tslab",
    argv: [
      process.execPath,
      require.resolve("tslab/bin/tslab"),
      "kernel",
      "--config-path",
      "{connection_file}",
    ],
  },
];

/** What a cell gave back. */
export interface Outcome {
  status: string;
  ms: number;
  /** All that it printed, and its error. */
  text: string;
  /** What it showed: one bundle of MIME types for each output. */
  shown: Record<string, unknown>[];
}

/** Runs a cell to its end. */
export async function run(kernel: Kernel, code: string): Promise<Outcome> {
  const texts: string[] = [];
  const shown: Outcome["shown"] = [];
  const started = performance.now();
  const reply = await kernel.execute(code, ({ content }) => {
    if (typeof content.text === "string") texts.push(content.text);
    if (Array.isArray(content.traceback)) texts.push(content.traceback.join("\n"));
    if (content.data) shown.push(content.data as Record<string, unknown>);
  });
  return {
    status: String(reply.content.status),
    ms: performance.now() - started,
    text: texts.join(""),
    shown,
  };
}

/** One number of a kernel; smaller is better. */
export interface KernelMeasure {
  measure: string;
  kernel: string;
  value: number;
  unit: "ms" | "MB";
  /** What the project promises of ours. */
  bar: number;
}

const bigImports = `import * as tf from "@tensorflow/tfjs";
import * as dfd from "danfojs-node";
import * as math from "mathjs";
import * as vl from "vega-lite";`;

const cells = { latency: 25, endurance: 1000 };

async function latency(kernel: Kernel): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < cells.latency; i++) {
    times.push((await run(kernel, `const x${i % 5} = ${i}; x${i % 5} * 2`)).ms);
  }
  return median(times);
}

async function residentMb(kernel: Kernel): Promise<number> {
  const pid = /\d+/.exec((await run(kernel, "console.log(process.pid)")).text)?.[0] ?? "";
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1]) / 1024 : NaN;
}

async function growth(kernel: Kernel): Promise<number> {
  await latency(kernel);
  const before = await residentMb(kernel);
  for (let i = 0; i < cells.endurance; i++) await run(kernel, `const y${i % 20} = ${i}; y${i % 20} + 1`);
  return (await residentMb(kernel)) - before;
}

const lines = 100_000;

async function manyLines(kernel: Kernel): Promise<number> {
  const { ms, text } = await run(kernel, `for (let i = 0; i < ${lines}; i++) console.log(i);`);
  return text.split("\n").length > lines ? ms : Infinity;
}

/** The kernels take turns at every measure, so that a busy machine slows both alike. */
export async function* measureKernels(): AsyncGenerator<KernelMeasure> {
  const started: Kernel[] = [];
  try {
    for (const spec of kernels) {
      const start = performance.now();
      const kernel = await startKernel(spec);
      started.push(kernel);
      await run(kernel, "1 + 1");
      const value = performance.now() - start;
      yield { measure: "start to first result", kernel: spec.name, value, unit: "ms", bar: 2000 };
    }
    const measures = [
      { measure: "a cell", work: latency, unit: "ms", bar: 30 },
      { measure: `growth over ${cells.endurance} cells`, work: growth, unit: "MB", bar: 100 },
      {
        measure: "big imports",
        work: async (kernel: Kernel) => (await run(kernel, bigImports)).ms,
        unit: "ms",
        bar: Infinity,
      },
      { measure: "a cell after big imports", work: latency, unit: "ms", bar: 40 },
      { measure: `${lines} printed lines (Infinity: some lost)`, work: manyLines, unit: "ms", bar: 2000 },
    ] as const;
    for (const { measure, work, unit, bar } of measures) {
      for (const kernel of started)
        yield { measure, kernel: kernel.spec.name, value: await work(kernel), unit, bar };
      await sleep(100);
    }
  } finally {
    await Promise.all(started.map((kernel) => kernel.shutdown()));
  }
}
