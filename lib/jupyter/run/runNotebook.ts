import { check } from "../../core";
import type { CodeCell, Notebook, Output } from "../format/nbformat";
import { injectParameters, type Parameters } from "../format/parameters";
import { notebookLanguage } from "../format/parseNotebook";
import { hasTag, tags } from "../format/tags";
import { defaultKernel } from "../kernel/builtInKernels";
import type { KernelSpec } from "../kernel/kernelSpec";
import { startKernel, type Kernel } from "../kernel/startKernel";
import { outputCollector } from "./outputCollector";
import { errorText, runCell, type CellStatus } from "./runCell";

export interface RunNotebookOptions {
  /** Values for the cell with the tag `parameters`. */
  parameters?: Parameters;
  /** The folder in which the cells run; default: the current one. */
  folder?: string;
  /** Maximum time per cell in seconds; default: no limit. */
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

/** The cell at which a run ended early. */
export interface CellFailure {
  cell: number;
  number: number;
  source: string;
  /** For the user: the error with its trace, or what stopped the cell. */
  message: string;
}

/**
 * Runs the code cells of a notebook one by one in a new kernel and stops at the first error, in the cell itself or in something
 * that it left running. Cells with the tag `raises-exception` may fail; those with the tag `skip-execution` do not run. The
 * notebook is not changed; the last event carries a copy with the outputs. An abort interrupts the cell and ends with the status
 * "stopped". The kernel has always ended when the generator returns.
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

/** Records in the notebook which kernel ran it. */
function describe({ metadata }: Notebook, { spec, info }: Kernel): void {
  metadata.kernelspec = { name: spec.name, display_name: spec.display_name, language: spec.language };
  if (typeof info.language_info === "object" && info.language_info !== null) {
    metadata.language_info = info.language_info as { name: string };
  }
}

/** How long the running cell may continue after an error; it may be waiting in vain for what failed. */
const graceMs = 1000;

/** The first error of a run, from the running cell or from something that an earlier cell left running. */
class FirstError {
  #first: CellFailure | undefined;
  readonly #late = new AbortController();

  get first(): CellFailure | undefined {
    return this.#first;
  }

  /** Aborted if the running cell does not end soon after the error. */
  get late(): AbortSignal {
    return this.#late.signal;
  }

  note(failure: CellFailure): void {
    if (this.#first) return;
    this.#first = failure;
    setTimeout(() => {
      this.#late.abort();
    }, graceMs).unref();
  }
}

/** Items that arrive by callback and leave, in the same order, by a generator. */
class Mailbox<Item> {
  #items: Item[] = [];
  #wake: () => void = () => undefined;

  put(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  /** Yields what arrives until the work is done. Errors of the work are left to its caller. */
  async *during(work: Promise<unknown>): AsyncGenerator<Item> {
    let done = false;
    const finish = () => {
      done = true;
      this.#wake();
    };
    work.then(finish, finish);
    for (;;) {
      const items = this.#items;
      this.#items = [];
      yield* items;
      if (this.#items.length > 0) continue;
      if (done) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
