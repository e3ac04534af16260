import path from "node:path";
import { startKernel, type Kernel, type KernelSpec } from "../../lib/jupyter";
import { median } from "../case";

const launcher = path.join(__dirname, "..", "..", "kernels", "ssdml", "launcher.js");
const common = { display_name: "", language: "typescript" };

/** Our kernel and stock tslab, driven by the same client. */
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

/** The result of a cell. */
export interface Outcome {
  status: string;
  ms: number;
  /** Everything it printed, and its error. */
  text: string;
  /** One MIME bundle per output. */
  shown: Record<string, unknown>[];
  /** How often it updated an output in place. */
  redrawn: number;
}

/** Runs a cell and waits for its end. */
export async function run(kernel: Kernel, code: string): Promise<Outcome> {
  const texts: string[] = [];
  const shown: Outcome["shown"] = [];
  let redrawn = 0;
  const started = performance.now();
  const reply = await kernel.execute(code, ({ header, content }) => {
    if (typeof content.text === "string") texts.push(content.text);
    if (Array.isArray(content.traceback)) texts.push(content.traceback.join("\n"));
    if (header.msg_type === "update_display_data") redrawn++;
    else if (content.data) shown.push(content.data as Record<string, unknown>);
  });
  return {
    status: String(reply.content.status),
    ms: performance.now() - started,
    text: texts.join(""),
    shown,
    redrawn,
  };
}

/** One measurement of a kernel; smaller is better. */
export interface KernelMeasure {
  measure: string;
  kernel: string;
  value: number;
  unit: "ms" | "MB";
  /** The limit for our kernel. */
  bar: number;
}

const bigImports = `import * as tf from "@tensorflow/tfjs";
import * as dfd from "danfojs-node";
import * as math from "mathjs";
import * as vl from "vega-lite";`;

const counts = { starts: 5, latency: 25, endurance: 1000, lines: 100_000 };

/** How long a cell takes; Infinity if it fails. */
async function cellMs(kernel: Kernel, code: string): Promise<number> {
  const { status, ms } = await run(kernel, code);
  return status === "ok" ? ms : Infinity;
}

async function latency(kernel: Kernel): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < counts.latency; i++) {
    times.push(await cellMs(kernel, `const x${i % 5} = ${i}; x${i % 5} * 2`));
  }
  return median(times);
}

/** Prints the memory in use after a garbage collection. Without one, the amount depends on how busy the machine is. */
const inUse = `import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
setFlagsFromString("--expose-gc");
runInNewContext("gc")();
console.log(process.memoryUsage().heapUsed + process.memoryUsage().external);`;

async function usedMb(kernel: Kernel): Promise<number> {
  return Number((await run(kernel, inUse)).text) / 2 ** 20;
}

/** How a kernel holds up in a long session of small cells. */
export interface Endurance {
  growthMb: number;
  /** Time per cell at the start, with a warm compiler, and at the end. */
  firstMs: number;
  lastMs: number;
}

export async function endure(kernel: Kernel): Promise<Endurance> {
  await latency(kernel);
  const before = await usedMb(kernel);
  const times: number[] = [];
  for (let i = 0; i < counts.endurance; i++) {
    times.push(await cellMs(kernel, `const y${i % 20} = ${i}; y${i % 20} + 1`));
  }
  return {
    growthMb: (await usedMb(kernel)) - before,
    firstMs: median(times.slice(0, 100)),
    lastMs: median(times.slice(-100)),
  };
}

async function manyLines(kernel: Kernel): Promise<number> {
  const { ms, text } = await run(kernel, `for (let i = 0; i < ${counts.lines}; i++) console.log(i);`);
  return text.split("\n").length > counts.lines ? ms : Infinity;
}

async function startMs(spec: KernelSpec): Promise<number> {
  const started = performance.now();
  const kernel = await startKernel(spec);
  try {
    await run(kernel, "1 + 1");
    return performance.now() - started;
  } finally {
    await kernel.shutdown();
  }
}

const measures: {
  measure: string;
  unit: KernelMeasure["unit"];
  bar: number;
  work: (kernel: Kernel) => Promise<number>;
}[] = [
  { measure: "a cell", unit: "ms", bar: 30, work: latency },
  {
    measure: `memory growth over ${counts.endurance} cells`,
    unit: "MB",
    bar: 100,
    work: async (kernel) => (await endure(kernel)).growthMb,
  },
  {
    measure: "big imports",
    unit: "ms",
    bar: Infinity,
    work: (kernel) => cellMs(kernel, bigImports),
  },
  { measure: "a cell after big imports", unit: "ms", bar: 40, work: latency },
  { measure: `${counts.lines} printed lines (Infinity: some lost)`, unit: "ms", bar: 2000, work: manyLines },
];

/** The kernels take turns at every measurement, so that a busy machine slows both alike. */
export async function* measureKernels(): AsyncGenerator<KernelMeasure> {
  const starts = kernels.map(() => [] as number[]);
  for (let i = 0; i < counts.starts; i++) {
    for (const [j, spec] of kernels.entries()) starts[j].push(await startMs(spec));
  }
  for (const [j, { name }] of kernels.entries()) {
    yield { measure: "start to first result", kernel: name, value: median(starts[j]), unit: "ms", bar: 2000 };
  }
  const started: Kernel[] = [];
  try {
    for (const spec of kernels) started.push(await startKernel(spec));
    for (const { work, ...rest } of measures) {
      for (const kernel of started) yield { ...rest, kernel: kernel.spec.name, value: await work(kernel) };
    }
  } finally {
    await Promise.all(started.map((kernel) => kernel.shutdown()));
  }
}
