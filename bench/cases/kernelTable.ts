import { setTimeout as sleep } from "node:timers/promises";
import { startKernel, type Kernel } from "../../lib/notebook";
import { kernels, run, type Outcome } from "./kernel";

/** One thing that a kernel should do: cells to run one after another, and how the last one is judged. */
interface Row {
  name: string;
  cells: string[];
  /** Interrupts the first cell after a while. */
  interrupts?: boolean;
  good(last: Outcome): boolean;
}

const still = `{
  const before = turns;
  await new Promise<void>((resolve) => setTimeout(() => resolve(), 100));
  console.log(turns === before ? "stopped" : "goes on");
}`;
const stopped = ({ text }: Outcome): boolean => text.includes("stopped");

const rows: Row[] = [
  {
    name: "interrupt a computing loop",
    interrupts: true,
    cells: ["while (true) turns++;", still],
    good: stopped,
  },
  {
    name: "interrupt an awaiting cell: its loop stops",
    interrupts: true,
    cells: ["while (true) { turns++; await new Promise<void>((r) => setTimeout(() => r(), 5)); }", still],
    good: stopped,
  },
  {
    name: "interrupt a microtask loop",
    interrupts: true,
    cells: ["while (true) { turns++; await null; }", still],
    good: stopped,
  },
  {
    name: "100,000 printed lines all arrive",
    cells: ["for (let i = 0; i < 100_000; i++) console.log(i);"],
    good: ({ text }) => text.split("\n").length === 100_001,
  },
  {
    name: "output of child processes",
    cells: ['import { execSync } from "node:child_process"; execSync("echo child", { stdio: "inherit" });'],
    good: ({ text }) => text.includes("child"),
  },
  { name: "last value as a MIME bundle", cells: ["[1, 2]"], good: ({ shown }) => shown.length === 1 },
  {
    name: "several MIME types in one output",
    cells: ['display({ "text/html": "<b>x</b>", "text/plain": "x" }, { raw: true });'],
    good: ({ shown }) => shown.length > 0 && "text/html" in shown[0] && "text/plain" in shown[0],
  },
  {
    name: "errors name the cell's line",
    cells: ['const one = 1;\n\nthrow new Error("line three");'],
    good: ({ text }) => /cell\[\d+\]:3:/.test(text),
  },
  {
    name: "type errors are shown",
    cells: ['const count: number = "text";'],
    good: ({ text }) => text.includes("not assignable"),
  },
  {
    name: "shorthand, renaming, await (f)(), for await, export",
    cells: [
      "const a = 1; const prev = { x: 2 }; async function f() { return 3; }",
      `const { x: y } = prev; const z = await (f)(); let s = 0;
for await (const v of [1, 2]) s += v;
export const w = 4;
console.log(Object.values({ a }).concat(y, z, s, w).join(" "));`,
    ],
    good: ({ text }) => text.includes("1 2 3 3 4"),
  },
];

const patienceMs = 15_000;
const interruptMs = 500;
const afterErrorMs = 1000;

async function judge(kernel: Kernel, row: Row): Promise<boolean> {
  let last: Outcome | undefined;
  for (const [i, code] of row.cells.entries()) {
    const running = run(kernel, code);
    if (row.interrupts && i === 0) {
      await sleep(interruptMs);
      kernel.interrupt();
    }
    last = await running;
    // Kernels drop what arrives together with a cell that failed.
    if (last.status !== "ok") await sleep(afterErrorMs);
  }
  return last !== undefined && row.good(last);
}

/** Judges every row for every kernel; one that hangs or dies gets a new process for the next row. */
export async function compareKernels(): Promise<Record<string, string>[]> {
  const table: Record<string, string>[] = rows.map(({ name }) => ({ name }));
  for (const spec of kernels) {
    let kernel: Kernel | undefined;
    for (const [i, row] of rows.entries()) {
      kernel ??= await startKernel(spec);
      await run(kernel, "let turns = 0;");
      const verdict = judge(kernel, row).then(
        (good) => (good ? "ok" : "no"),
        () => "dies",
      );
      const shown = await Promise.race([verdict, sleep(patienceMs, "hangs", { ref: false })]);
      table[i][spec.name] = shown;
      if (shown === "hangs" || shown === "dies") {
        await kernel.shutdown();
        kernel = undefined;
      }
    }
    await kernel?.shutdown();
  }
  return table;
}
