import { setTimeout as sleep } from "node:timers/promises";
import type { CodeCell, ErrorOutput } from "../format/nbformat";
import { KernelDied, type Kernel } from "../kernel/startKernel";
import type { MessageListener } from "../protocol/client";
import type { Message } from "../protocol/message";
import { errorOutput } from "./outputCollector";

/** How a cell ended: "stopped" by the user, "died" with the kernel. */
export type CellStatus = "ok" | "error" | "timeout" | "stopped" | "died";

export interface CellLimits {
  /** In seconds. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface CellResult {
  status: CellStatus;
  /** What went wrong, or empty. */
  message: string;
}

/** How long an interrupted cell may take to end before the run gives up on the kernel. */
const interruptGraceMs = 3000;

/** Runs one cell and records its execution count and times in it. Its outputs go to the listener. */
export async function runCell(
  kernel: Kernel,
  cell: CodeCell,
  limits: CellLimits,
  listener: MessageListener,
): Promise<CellResult> {
  const began = new Date();
  const reply = kernel.execute(cell.source, listener);
  const result = await outcome(kernel, cell, limits, reply);
  cell.metadata.execution = {
    "iopub.status.busy": began.toISOString(),
    "shell.execute_reply": new Date().toISOString(),
  };
  return result;
}

async function outcome(
  kernel: Kernel,
  cell: CodeCell,
  limits: CellLimits,
  reply: Promise<Message>,
): Promise<CellResult> {
  try {
    const first = await firstOf(reply, limits);
    if (typeof first === "object") return finished(cell, first.content);
    kernel.interrupt();
    // Some kernels exit instead; the limit is still the reason.
    const late = await firstOf(reply, { timeout: interruptGraceMs / 1000 }).catch(() => undefined);
    if (typeof late === "object") noteCount(cell, late.content);
    const stopped = first === "stopped";
    return failed(
      cell,
      first,
      stopped ? "Stopped" : "TimeoutError",
      stopped
        ? "the run was stopped in this cell."
        : `the cell ran longer than ${limits.timeout ?? 0} s. Give it more time with --timeout, or make the cell do less.`,
    );
  } catch (error) {
    if (error instanceof KernelDied) return failed(cell, "died", error.name, error.message);
    throw error;
  }
}

/** The reply, or the limit that was reached first. */
async function firstOf(
  reply: Promise<Message>,
  { timeout, signal }: CellLimits,
): Promise<Message | "timeout" | "stopped"> {
  const patience = new AbortController();
  const over = AbortSignal.any([patience.signal, ...(signal ? [signal] : [])]);
  // Node's timers last at most 2³¹ − 1 ms, nearly 25 days.
  const limit = Math.min((timeout ?? Infinity) * 1000, 2 ** 31 - 1);
  try {
    return await Promise.race([
      reply,
      sleep(limit, "timeout" as const, { signal: over }).catch(() => "stopped" as const),
    ]);
  } finally {
    patience.abort();
  }
}

function finished(cell: CodeCell, content: Message["content"]): CellResult {
  noteCount(cell, content);
  if (content.status === "ok") return { status: "ok", message: "" };
  const published = cell.outputs.find(({ output_type: type }) => type === "error");
  if (published === undefined && typeof content.ename === "string") cell.outputs.push(errorOutput(content));
  return { status: "error", message: reasonOf(cell) };
}

/** An error as text for the user. */
export function errorText({ traceback, ename, evalue }: ErrorOutput): string {
  return traceback.join("\n") || `${ename}: ${evalue}`;
}

/** The error that the cell shows; stock tslab prints it instead of sending it. */
function reasonOf({ outputs }: CodeCell): string {
  const error = outputs.findLast((output) => output.output_type === "error");
  if (error) return errorText(error);
  const printed = outputs.findLast((output) => output.output_type === "stream" && output.name === "stderr");
  return printed?.output_type === "stream" ? printed.text.trimEnd() : "the kernel gave no reason.";
}

function failed(cell: CodeCell, status: CellStatus, name: string, message: string): CellResult {
  cell.outputs.push(errorOutput({ ename: name, evalue: message, traceback: [`${name}: ${message}`] }));
  return { status, message };
}

function noteCount(cell: CodeCell, { execution_count: count }: Message["content"]): void {
  if (typeof count === "number") cell.execution_count = count;
}
