import { check } from "../../core/errors";
import type { CodeCell, Notebook, Output } from "../format/nbformat";
import { injectParameters, type Parameters } from "../format/parameters";
import { notebookLanguage } from "../format/parseNotebook";
import { hasTag, tags } from "../format/tags";
import { defaultKernel } from "../kernel/builtInKernels";
import type { KernelSpec } from "../kernel/kernelSpec";
import { startKernel, type Kernel } from "../kernel/startKernel";
import { FirstError } from "./firstError";
import { Mailbox } from "./mailbox";
import { outputCollector } from "./outputCollector";
import { errorText, runCell, type CellStatus } from "./runCell";

export interface RunNotebookOptions {
  /** Values for the cell with the tag `parameters`. */
  parameters?: Parameters;
  /** Where the cells run; default: the current folder. */
  folder?: string;
  /** Seconds that one cell may take; default: no limit. */
  timeout?: number | undefined;
  /** Default: the kernel of this package. */
  kernel?: KernelSpec | undefined;
  signal?: AbortSignal | undefined;
}

/** `cell` is the index among all cells; `number` counts code cells that run, from 1 to `cells`. */
export type NotebookEvent =
  | { kind: "started"; kernel: string; cells: number }
  | { kind: "cellStarted"; cell: number; number: number; cells: number; source: string }
  | { kind: "output"; cell: number; output: Output }
  | {
      kind: "cellFinished";
      cell: number;
      number: number;
      cells: number;
      status: CellStatus;
      elapsedMs: number;
    }
  | { kind: "finished"; status: CellStatus; failure: CellFailure | undefined; notebook: Notebook };

/** The cell at which a run ended before its time. */
export interface CellFailure {
  cell: number;
  number: number;
  source: string;
  /** What the person should read: the error with its trace, or what stopped the cell. */
  message: string;
}

/**
 * Runs the code cells of a notebook in a kernel of its own, one after the other, up to the first that fails, by itself or by what
 * it left running. Cells with the tag `raises-exception` may fail, those with the tag `skip-execution` do not run. The notebook
 * itself stays as it is; the last event brings a copy with the outputs. An abort interrupts the cell and ends with the status
 * "stopped". Whatever happens, the kernel is gone when the generator ends.
 */
export async function* runNotebook(
  notebook: Notebook,
  options: RunNotebookOptions = {},
): AsyncGenerator<NotebookEvent, void, undefined> {
  const { parameters = {}, timeout, signal } = options;
  check(
    timeout === undefined || timeout > 0,
    () =>
      `runNotebook: timeout must be a positive number of seconds, got ${timeout ?? "nothing"}. Leave it out for no limit.`,
  );
  const spec = options.kernel ?? defaultKernel(notebookLanguage(notebook));
  const executed = structuredClone(
    injectParameters(notebook, parameters, { typed: spec.language.toLowerCase() !== "javascript" }),
  );
  const code = executed.cells.flatMap((cell, index) => (cell.cell_type === "code" ? [{ cell, index }] : []));
  const wanted = code.filter(({ cell }) => !hasTag(cell, tags.skipped));
  for (const { cell } of wanted) Object.assign(cell, { outputs: [], execution_count: null });
  const runnable = wanted.filter(({ cell }) => cell.source.trim() !== "");

  let kernel: Kernel;
  try {
    kernel = await startKernel(spec, { folder: options.folder ?? process.cwd(), signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
    yield { kind: "finished", status: "stopped", failure: undefined, notebook: executed };
    return;
  }
  try {
    describe(executed, kernel);
    yield { kind: "started", kernel: spec.display_name, cells: runnable.length };
    yield* runCells(executed, runnable, kernel, { timeout, signal });
  } finally {
    await kernel.shutdown();
  }
}

async function* runCells(
  notebook: Notebook,
  runnable: { cell: CodeCell; index: number }[],
  kernel: Kernel,
  { timeout, signal }: Pick<RunNotebookOptions, "timeout" | "signal">,
): AsyncGenerator<NotebookEvent, void, undefined> {
  const collect = outputCollector();
  const cells = runnable.length;
  const events = new Mailbox<NotebookEvent>();
  const errors = new FirstError();
  const limits = { timeout, signal: AbortSignal.any([errors.late, ...(signal ? [signal] : [])]) };
  for (const [i, { cell, index }] of runnable.entries()) {
    const at = { cell: index, number: i + 1 };
    const mayFail = hasTag(cell, tags.mayFail);
    yield { kind: "cellStarted", ...at, cells, source: cell.source };
    const began = performance.now();
    const run = runCell(kernel, cell, limits, (message) => {
      const output = collect(cell, message);
      if (output) events.put({ kind: "output", cell: index, output });
      if (output?.output_type === "error" && !mayFail)
        errors.note({ ...at, source: cell.source, message: errorText(output) });
    });
    yield* events.during(run);
    const { status, message } = await run;
    yield { kind: "cellFinished", ...at, cells, status, elapsedMs: performance.now() - began };
    if ((status === "ok" || (status === "error" && mayFail)) && !errors.first) continue;
    const isByError = status === "ok" || status === "error" || (status === "stopped" && !signal?.aborted);
    const own = { ...at, source: cell.source, message };
    const failure = isByError ? (errors.first ?? own) : own;
    yield { kind: "finished", status: isByError ? "error" : status, failure, notebook };
    return;
  }
  yield { kind: "finished", status: "ok", failure: undefined, notebook };
}

/** Notes in the notebook what it ran in. */
function describe({ metadata }: Notebook, { spec, info }: Kernel): void {
  metadata.kernelspec = { name: spec.name, display_name: spec.display_name, language: spec.language };
  if (typeof info.language_info === "object" && info.language_info !== null) {
    metadata.language_info = info.language_info as { name: string };
  }
}
