import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Kernel } from "../../lib/jupyter";
import { endure, run, type Outcome } from "./kernel";

/** One thing that a kernel should do. */
export interface KernelRow {
  name: string;
  /** Whether the kernel does it, with numbers if they say more. */
  judge: (kernel: Kernel) => Promise<boolean | { good: boolean; numbers: string }>;
  /** After this time the kernel counts as hanging; by default the usual time. */
  patienceMs?: number;
}

/** Cells to run one after another, or a list per kernel where their documented functions differ. */
type Cells = string[] | Record<string, string[]>;

const interruptMs = 500;
const afterErrorMs = 1000;

/** Waits after a failed cell, since kernels drop requests that arrive together with it. */
async function runAndRecover(running: Promise<Outcome>): Promise<Outcome> {
  const outcome = await running;
  if (outcome.status !== "ok") await sleep(afterErrorMs);
  return outcome;
}

/** Runs the cells and judges the outcome of the last one. */
function lastOf(cells: Cells, good: (last: Outcome) => boolean): KernelRow["judge"] {
  return async (kernel) => {
    let last: Outcome | undefined;
    for (const code of Array.isArray(cells) ? cells : cells[kernel.spec.name]) {
      last = await runAndRecover(run(kernel, code));
    }
    return last !== undefined && good(last);
  };
}

/** Interrupts a cell that counts; checks that it no longer counts and that the kernel still answers. */
function interrupted(cell: string): KernelRow["judge"] {
  return async (kernel) => {
    await run(kernel, "let turns = 0;");
    const running = run(kernel, cell);
    await sleep(interruptMs);
    kernel.interrupt();
    await runAndRecover(running);
    const { text } = await run(
      kernel,
      `{
  const before = turns;
  await new Promise<void>((resolve) => setTimeout(() => resolve(), 100));
  console.log(before > 0 && turns === before ? "stopped" : "goes on");
}`,
    );
    return text.includes("stopped");
  };
}

/** Asks the kernel while a cell is running. */
function during(cell: string, ask: (kernel: Kernel) => Promise<boolean>): KernelRow["judge"] {
  return async (kernel) => {
    let over = false;
    const running = run(kernel, cell).finally(() => (over = true));
    await sleep(interruptMs);
    const good = (await ask(kernel)) && !over;
    await running;
    return good;
  };
}

const documented = `/** How many points there are. */
const pointCount = 3;
const settings = { alpha: 1, beta: 2 };`;

const completesTyped = async (kernel: Kernel): Promise<boolean> =>
  (await kernel.complete("settings.")).join() === "alpha,beta";

function completesDuring(cell: string): KernelRow["judge"] {
  return async (kernel) => {
    await run(kernel, documented);
    return during(cell, completesTyped)(kernel);
  };
}

/** The first line number in an error text, as in `file:3:7`, `cell[2]:3` or `line 3`. */
function firstNamedLine(text: string): number {
  return Number(/(?:\S:|\bline )(\d+)/i.exec(stripVTControlCharacters(text))?.[1]);
}

export const kernelRows: KernelRow[] = [
  { name: "interrupt a busy loop", judge: interrupted("while (true) turns++;") },
  {
    name: "interrupt an awaiting cell: its loop stops",
    judge: interrupted("while (true) { turns++; await new Promise<void>((r) => setTimeout(() => r(), 5)); }"),
  },
  { name: "interrupt a microtask loop", judge: interrupted("while (true) { turns++; await null; }") },
  {
    name: "interrupt an awaiting cell: its finally block runs",
    judge: async (kernel) => {
      await run(kernel, 'let tidied = "no";');
      const running = run(kernel, 'try { await new Promise<void>(() => {}); } finally { tidied = "yes"; }');
      await sleep(interruptMs);
      kernel.interrupt();
      await runAndRecover(running);
      return (await run(kernel, "console.log(tidied);")).text.includes("yes");
    },
  },
  {
    name: "heartbeat while a cell is busy",
    judge: during("{ const end = Date.now() + 3000; while (Date.now() < end); }", (kernel) =>
      kernel.heartbeat(1000),
    ),
  },
  {
    name: "100,000 printed lines all arrive",
    judge: lastOf(
      ["for (let i = 0; i < 100_000; i++) console.log(i);"],
      ({ text }) => text.split("\n").length === 100_001,
    ),
  },
  {
    name: "output of child processes",
    judge: lastOf(
      ['import { execSync } from "node:child_process"; execSync("echo child", { stdio: "inherit" });'],
      ({ text }) => text.includes("child"),
    ),
  },
  {
    name: "output of child processes, in order with the cell's own",
    judge: lastOf(
      [
        'import { execSync } from "node:child_process"; console.log("1"); execSync("echo 2", { stdio: "inherit" }); console.log("3");',
      ],
      ({ text }) => text.includes("1\n2\n3"),
    ),
  },
  { name: "last value as a MIME bundle", judge: lastOf(["[1, 2]"], ({ shown }) => shown.length === 1) },
  {
    name: "several MIME types in one output",
    judge: lastOf(
      {
        ssdml: ['display({ "text/html": "<b>x</b>", "text/plain": "x" }, { raw: true });'],
        tslab: ['import * as tslab from "tslab"; tslab.display.html("<b>x</b>"); tslab.display.text("x");'],
      },
      ({ shown }) => shown.some((bundle) => "text/html" in bundle && "text/plain" in bundle),
    ),
  },
  {
    name: "an output updated in place",
    judge: lastOf(
      {
        ssdml: ['const place = await display("one"); await place.update("two");'],
        tslab: [
          'import * as tslab from "tslab"; const place = tslab.newDisplay(); place.text("one"); place.text("two");',
        ],
      },
      ({ shown, redrawn }) => shown.length === 1 && redrawn === 1,
    ),
  },
  {
    name: "errors name the cell's line",
    judge: lastOf(['const one = 1;\n\nthrow new Error("here");'], ({ text }) => firstNamedLine(text) === 3),
  },
  {
    name: "errors within a package name the cell's line",
    judge: lastOf(
      [
        'import * as tf from "@tensorflow/tfjs-core"; import "@tensorflow/tfjs-backend-cpu";',
        "const two = tf.ones([1, 2]);\n\ntf.matMul(two, two);",
      ],
      ({ text }) => /\n> 3 \|.*matMul|(?:cell\[\d+\]|\bline )\D*3\b/.test(stripVTControlCharacters(text)),
    ),
  },
  {
    name: "an error thrown by a timer fails the cell",
    judge: lastOf(
      [
        'setTimeout(() => { throw new Error("late"); }, 0); await new Promise<void>((r) => setTimeout(() => r(), 200));',
      ],
      ({ status, text }) => status === "error" && text.includes("late"),
    ),
  },
  {
    name: "a failed cell keeps its earlier declarations",
    judge: lastOf(
      ['const loaded = 41; throw new Error("too late");', "console.log(loaded + 1);"],
      ({ text }) => text.includes("42"),
    ),
  },
  {
    name: "type errors are shown",
    judge: lastOf(['const count: number = "text";'], ({ text }) => text.includes("not assignable")),
  },
  {
    name: "completion by types",
    judge: async (kernel) => {
      await run(kernel, documented);
      return completesTyped(kernel);
    },
  },
  {
    name: "inspection with type and doc comment",
    judge: async (kernel) => {
      await run(kernel, documented);
      const known = (await kernel.inspect("pointCount")) ?? "";
      return /pointCount: (3|number)/.test(known) && known.includes("How many points");
    },
  },
  {
    name: "completion while a cell awaits",
    judge: completesDuring("await new Promise<void>((r) => setTimeout(() => r(), 4000));"),
  },
  {
    name: "completion while a cell is busy",
    judge: completesDuring("{ const end = Date.now() + 4000; while (Date.now() < end); }"),
  },
  {
    name: "an ESM-only package",
    judge: lastOf(
      ['import stringify from "json-stringify-pretty-compact"; console.log(stringify([1, 2]));'],
      ({ text }) => text.includes("[1, 2]"),
    ),
  },
  {
    name: "a package whose types are behind `exports`, like vega 6",
    judge: lastOf(
      [
        'import { codeToTokensWithThemes } from "@gerrit0/mini-shiki"; console.log(typeof codeToTokensWithThemes);',
      ],
      ({ text }) => text.includes("function"),
    ),
  },
  {
    name: "shorthand, renaming, await (f)(), for await, export",
    judge: lastOf(
      [
        "const a = 1; const prev = { x: 2 }; async function f() { return 3; }",
        `const { x: y } = prev; const z = await (f)(); let s = 0;
for await (const v of [1, 2]) s += v;
export const w = 4;
console.log(Object.values({ a }).concat(y, z, s, w).join(" "));`,
      ],
      ({ text }) => text.includes("1 2 3 3 4"),
    ),
  },
  {
    name: "a function sees what later cells assign and redeclare",
    judge: lastOf(
      [
        "let n = 0; const rate = 1; const next = () => [++n, rate];",
        "n = 10; const rate = 2;",
        'console.log(next().join(" "), n);',
      ],
      ({ text }) => text.includes("11 2 11"),
    ),
  },
  {
    name: "a loop over notebook variables: < 10 × the same loop in a function",
    judge: async (kernel) => {
      const loop = "for (let i = 0; i < 3e7; i++) sum += xs[i & 1023];";
      const cells = [
        "let sum = 0; let began = 0; const xs = new Float64Array(1024).fill(1);",
        `began = performance.now(); ${loop} console.log("ms", performance.now() - began);`,
        `function inside() { let sum = 0; const xs = new Float64Array(1024).fill(1); const began = performance.now(); ${loop} return performance.now() - began; }`,
        'console.log("ms", inside());',
      ];
      const times: number[] = [];
      for (const cell of cells) {
        const time = /ms ([\d.]+)/.exec((await run(kernel, cell)).text)?.[1];
        if (time !== undefined) times.push(Number(time));
      }
      const [outside = NaN, within = NaN] = times;
      return { good: outside < 10 * within, numbers: `${outside.toFixed()} to ${within.toFixed()} ms` };
    },
  },
  {
    name: "1,000 cells: < 100 MB more memory, < twice as slow",
    patienceMs: 600_000,
    judge: async (kernel) => {
      const { growthMb, firstMs, lastMs } = await endure(kernel);
      return {
        good: growthMb < 100 && lastMs < 2 * firstMs,
        numbers: `${growthMb.toFixed()} MB, ${firstMs.toFixed()} → ${lastMs.toFixed()} ms`,
      };
    },
  },
];
