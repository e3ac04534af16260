import { DisplayHandle } from "./display/displayHandle";
import type { Displays } from "./display/displays";
import { chartPictureSize } from "./display/chart";
import { toMimeBundle, type MimeBundle } from "./display/mimeBundle";
import { describeDiagnostics, describeError, type ErrorContent } from "./errors/describeError";
import { cellsOfStack, type Sources } from "./errors/stacks";
import { UncaughtErrors } from "./errors/uncaughtErrors";
import { readExecuteRequest } from "./io/executeRequest";
import type { History } from "./io/history";
import type { IoChannel } from "./io/ioChannel";
import type { Json, Message } from "./io/wire";
import type { NativeOutput } from "./output/nativeOutput";
import { Cell } from "./run/cell";
import type { CellContext } from "./run/cellContext";
import type { CellRunner, Outcome } from "./run/cellRunner";
import type { Input } from "./run/input";
import { runTerminably, settleAfterTurn } from "./run/timers";

/** The parts of the kernel that executing a cell needs. */
export interface ExecutionParts {
  channel: IoChannel;
  context: CellContext;
  runner: CellRunner;
  displays: Displays;
  input: Input;
  native: NativeOutput;
  history: History;
}

/** A handle was already shown when it was made. */
function isShown(value: unknown): boolean {
  return value !== undefined && !(value instanceof DisplayHandle);
}

/** Executes `execute_request`s: runs the cell, publishes its value or error, replies. */
export class CellExecutor {
  private count = 0;
  private current: Cell | undefined;
  /** The first uncaught error of the running cell. */
  private uncaught: ErrorContent | undefined;
  private readonly texts = new Map<number, string>();
  private readonly cells = new Map<number, Cell>();
  private readonly uncaughtErrors: UncaughtErrors;
  readonly sources: Sources;

  constructor(private readonly parts: ExecutionParts) {
    const { channel, runner } = parts;
    this.sources = {
      compiled: (file) => runner.compiled(file),
      cellText: (number) => this.texts.get(number),
    };
    this.uncaughtErrors = new UncaughtErrors(
      this.sources,
      ({ request }, content) => {
        channel.publish(request, "error", content);
      },
      ({ request }, text) => {
        channel.write(request, "stderr", text);
      },
    );
  }

  /** The cell that runs now. */
  get running(): Cell | undefined {
    return this.current;
  }

  async execute(request: Message, abortWaiting: () => Promise<void>): Promise<void> {
    const { channel, context, runner, displays, input, native, history } = this.parts;
    const started = new Date();
    this.uncaught = undefined;
    this.publishStatus(request, "busy");
    const { code, ...options } = readExecuteRequest(request);
    if (!options.silent) {
      this.count++;
      channel.publish(request, "execute_input", { code, execution_count: this.count });
    }
    if (options.storeHistory) history.add(this.count, code);
    const cell = new Cell(request, options.silent ? 0 : this.count);
    this.texts.set(cell.number, code);
    this.cells.set(cell.number, cell);
    this.current = cell;
    context.begin(cell);
    input.allow(options.allowStdin ? cell : undefined);
    const outcome = await runner.run(cell, code);
    channel.declare(runner.declared);
    await Promise.race([displays.settle(cell), cell.interruption]).catch(() => undefined);
    const thrown = await this.showResult(cell, outcome, options.silent);
    await native.settle();
    if (thrown) channel.publish(request, "error", thrown);
    const expressions = thrown ? {} : await this.evaluate(cell, options.userExpressions);
    const metadata = { started: started.toISOString(), elapsed_ms: Date.now() - started.getTime() };
    const failure = thrown ?? this.uncaught;
    if (failure) {
      if (options.stopOnError) await abortWaiting();
      this.reply(request, { status: "error", ...failure }, metadata);
    } else {
      this.reply(request, { status: "ok", payload: [], user_expressions: expressions }, metadata);
    }
  }

  /** Replies to a request that will not be executed. */
  abort(request: Message): void {
    this.publishStatus(request, "busy");
    this.reply(request, { status: "aborted" }, {});
  }

  publishStatus(request: Message, state: "busy" | "idle"): void {
    this.parts.channel.publish(request, "status", { execution_state: state });
  }

  /**
   * Shows an uncaught error at the cell that it comes from, as far as its stack tells. A cell that still runs fails if its own code has
   * thrown the error.
   *
   * @param suspect - The cell whose code ran last.
   */
  attributeUncaught(error: unknown, suspect: Cell): void {
    const { current } = this;
    const named = cellsOfStack(error, this.sources);
    const isOfRunning = current !== undefined && named.includes(current.number);
    const elsewhere = suspect === current ? this.cells.get(named.at(-1) ?? -1) : undefined;
    const shown = this.showUncaught(error, isOfRunning ? current : (elsewhere ?? suspect));
    if (isOfRunning) this.uncaught ??= shown;
  }

  showUncaught(error: unknown, cell: Cell): ErrorContent | undefined {
    return this.uncaughtErrors.show(error, cell);
  }

  private reply(request: Message, content: Json, metadata: Json): void {
    this.parts.channel.reply(request, { execution_count: this.count, ...content }, metadata);
    this.current = undefined;
    this.publishStatus(request, "idle");
  }

  /** Shows the last value. Returns the error to publish, if there is one. */
  private async showResult(cell: Cell, outcome: Outcome, silent: boolean): Promise<ErrorContent | undefined> {
    if (silent || (outcome.kind === "value" && !isShown(outcome.value))) return this.failureOf(cell, outcome);
    const result = await this.draw(cell, outcome);
    if ("failure" in result) return result.failure;
    const { channel, native, history } = this.parts;
    await native.settle();
    const { data } = result;
    const content = { execution_count: this.count, data, metadata: chartPictureSize(data) };
    try {
      channel.publish(cell.request, "execute_result", content);
    } catch (error) {
      const reason = `the value cannot be shown: ${(error as Error).message}. An output must be JSON.`;
      return describeError(new TypeError(reason), this.sources);
    }
    history.setOutput(this.count, data["text/plain"]);
    return undefined;
  }

  /** Evaluates the `user_expressions` of a request. */
  private async evaluate(cell: Cell, expressions: Record<string, string>): Promise<Json> {
    const results: Json = {};
    for (const [name, expression] of Object.entries(expressions)) {
      const outcome = await this.parts.runner.run(cell, `(${expression})`, "expression");
      const result = await this.draw(cell, outcome);
      results[name] =
        "failure" in result
          ? { status: "error", ...result.failure }
          : { status: "ok", data: result.data, metadata: {} };
    }
    return results;
  }

  private failureOf(cell: Cell, outcome: Outcome): ErrorContent | undefined {
    switch (outcome.kind) {
      case "diagnostics":
        return describeDiagnostics(outcome.diagnostics, cell.number, this.texts.get(cell.number) ?? "");
      case "thrown":
        return describeError(outcome.error, this.sources);
      case "value":
        return undefined;
    }
  }

  /** The value of an outcome as it is shown, or its error. Drawing may run the user's code, so an interrupt can stop it. */
  private async draw(
    cell: Cell,
    outcome: Outcome,
  ): Promise<{ data: MimeBundle } | { failure: ErrorContent }> {
    if (outcome.kind !== "value") return { failure: this.failureOf(cell, outcome)! };
    const { context } = this.parts;
    try {
      const drawn = runTerminably(() => {
        context.run("awaiting");
        return toMimeBundle(outcome.value);
      });
      return { data: await Promise.race([settleAfterTurn(drawn), cell.interruption]) };
    } catch (error) {
      return { failure: describeError(error, this.sources) };
    } finally {
      context.end();
    }
  }
}
