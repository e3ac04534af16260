import { createRequire } from "node:module";
import type { Notebook } from "./cellGlobals";
import { forCells } from "./realm/promises";
import { host } from "./realm/realm";
import { Cell, CellContext, Interrupted } from "./run/cell";
import { Comms } from "./io/comms";
import type { Compiler } from "./compile/compiler";
import { toMimeBundle, type MimeBundle } from "./display/mimeBundle";
import { DisplayHandle, type DisplayOptions } from "./display/displayHandle";
import { Displays } from "./display/displays";
import { html, latex, markdown, svg } from "./display/media";
import { pictureSize } from "./display/pictureSize";
import { progress } from "./display/progress";
import { describeDiagnostics, describeError, type ErrorContent } from "./errors/describeError";
import { readExecuteRequest } from "./io/executeRequest";
import { ExecutionQueue } from "./run/executionQueue";
import { History } from "./io/history";
import { Input } from "./run/input";
import type { Line } from "./io/ioChannel";
import { ModuleLoader } from "./run/moduleLoader";
import { NativeOutput } from "./output/nativeOutput";
import type { Pulse } from "./io/sharedState";
import { captureProcessOutput } from "./output/processOutput";
import { CellRunner, type Outcome } from "./run/cellRunner";
import { cellsOfStack, mapStacksOfErrors, type Sources } from "./errors/stacks";
import type * as awaiting from "./run/awaitGuards";
import { wrapSyncChildren } from "./output/syncChildren";
import { nodeTimers, runTerminably, settleAfterTurn } from "./run/timers";
import { assist } from "./assist/assist";
import type { Json, Message } from "./io/wire";

/** A handle was shown when it was made. */
function isShown(value: unknown): boolean {
  return value !== undefined && !(value instanceof DisplayHandle);
}

/** So many errors that nobody caught are shown of one cell. */
const MOST_UNCAUGHT = 20;
const MORE_UNCAUGHT = "There are more errors that nobody caught; they are not shown.\n";

/** The kernel: takes requests from the front, runs cells, publishes what they show. */
export class Kernel {
  readonly context: CellContext;
  private count = 0;
  private running: Cell | undefined;
  /** The first error of the running cell that nobody caught. */
  private uncaught: ErrorContent | undefined;
  private readonly texts = new Map<number, string>();
  private readonly cells = new Map<number, Cell>();
  private readonly uncaughtOf = new WeakMap<Cell, number>();
  private readonly history = new History();
  private readonly native: NativeOutput;
  private readonly displays: Displays;
  private readonly comms: Comms;
  private readonly input: Input;
  private readonly runner: CellRunner;
  private readonly queue: ExecutionQueue<Message>;
  private readonly sources: Sources;

  constructor(
    private readonly line: Line,
    private readonly compiler: Compiler,
    private readonly pulse: Pulse,
    folder: string,
  ) {
    const context = new CellContext(pulse);
    this.context = context;
    this.native = new NativeOutput(
      pulse,
      (marker) => {
        line.mark(marker);
      },
      nodeTimers.setTimeout,
    );
    this.displays = new Displays(
      () => context.current,
      (cell, type, content) => {
        this.publish(cell, type, content);
      },
    );
    this.comms = new Comms((type, content) => {
      this.publish(context.current, type, content);
    });
    this.input = new Input((request, content) => {
      line.ask(request, content);
    });
    // By Node's own `require`: this module belongs to the realm of the cells.
    const { awaitSupport } = createRequire(__filename)("./run/awaitGuards") as typeof awaiting;
    const awaits = awaitSupport(context, () => new Interrupted());
    const modules = new ModuleLoader(folder, awaits, (work) => pulse.protect(work));
    this.runner = new CellRunner(folder, compiler, modules, context);
    this.sources = {
      compiled: (file) => this.runner.compiled(file),
      cellText: (number) => this.texts.get(number),
    };
    this.queue = new ExecutionQueue<Message>(
      (request, abortWaiting) => this.execute(request, abortWaiting),
      (request) => {
        this.status(request, "busy");
        this.answerExecute(request, { status: "aborted" }, {});
      },
    );
  }

  start(): void {
    captureProcessOutput((name, text) => {
      this.line.write(this.context.current.request, name, text);
    });
    wrapSyncChildren((code) => this.native.around(code));
    mapStacksOfErrors(this.sources);
    this.defineGlobals();
    // Before any answer: front ends wait for the idle that follows.
    this.line.publish(undefined, "status", { execution_state: "starting" });
    this.line.listen(
      (request) => {
        this.pulse.protect(() => {
          this.handle(request);
        });
      },
      (message) => {
        this.input.receive(message);
      },
      (marker) => {
        this.native.reached(marker);
      },
    );
  }

  close(): void {
    this.line.close();
  }

  /**
   * An error that nobody caught: shown at the cell that it comes from, as far as its stack tells. A cell that still runs fails by what its
   * own code has thrown.
   *
   * @param suspect - The cell whose code ran last.
   */
  reportUncaught(error: unknown, suspect: Cell): void {
    this.pulse.protect(() => {
      this.attribute(error, suspect);
    });
  }

  private attribute(error: unknown, suspect: Cell): void {
    const { running } = this;
    const named = cellsOfStack(error, this.sources);
    const isOfRunning = running !== undefined && named.includes(running.number);
    const elsewhere = suspect === running ? this.cells.get(named.at(-1) ?? -1) : undefined;
    const shown = this.showUncaught(error, isOfRunning ? running : (elsewhere ?? suspect));
    if (isOfRunning) this.uncaught ??= shown;
  }

  private showUncaught(error: unknown, cell: Cell): ErrorContent | undefined {
    if (error instanceof Interrupted || cell.interrupted) return undefined;
    const content = describeError(error, this.sources);
    const count = (this.uncaughtOf.get(cell) ?? 0) + 1;
    this.uncaughtOf.set(cell, count);
    if (count <= MOST_UNCAUGHT) this.publish(cell, "error", content);
    else if (count === MOST_UNCAUGHT + 1) this.line.write(cell.request, "stderr", MORE_UNCAUGHT);
    return content;
  }

  private publish({ request }: Cell, type: string, content: Json): void {
    this.line.publish(request, type, content);
  }

  private handle(request: Message): void {
    if (request.header.msg_type === "execute_request") {
      this.queue.add(request);
      return;
    }
    this.status(request, "busy");
    if (request.header.msg_type.startsWith("comm_") && request.header.msg_type !== "comm_info_request") {
      void this.receiveComm(request);
      return;
    }
    try {
      this.answer(request);
    } catch (error) {
      this.line.reply(request, { status: "error", ...describeError(error, this.sources) });
    }
    this.idleBeside(request);
  }

  /** What listens to a comm is code of the user's: an interrupt may end it. */
  private async receiveComm(request: Message): Promise<void> {
    const cell = this.context.current;
    try {
      const heard = runTerminably(() => {
        this.context.enter(cell);
        this.comms.receive(request);
      });
      await Promise.race([settleAfterTurn(heard), cell.interruption]);
    } catch (error) {
      this.showUncaught(error, cell);
    }
    this.idleBeside(request);
  }

  /** A request beside the running cell is done; the kernel is as busy as before. */
  private idleBeside(request: Message): void {
    this.status(request, "idle");
    if (this.running?.request) this.status(this.running.request, "busy");
  }

  private status(request: Message, state: "busy" | "idle"): void {
    this.line.publish(request, "status", { execution_state: state });
  }

  private answer(request: Message): void {
    const { content, header } = request;
    const reply = (body: Json): void => {
      this.line.reply(request, { status: "ok", ...body });
    };
    switch (header.msg_type) {
      case "complete_request":
      case "inspect_request":
      case "is_complete_request":
        reply(assist(this.compiler, this.runner.declared, header.msg_type, content));
        break;
      case "history_request":
        reply(this.history.reply(content));
        break;
      case "comm_info_request":
        reply(this.comms.info(content.target_name));
        break;
    }
  }

  private async execute(request: Message, abortWaiting: () => Promise<void>): Promise<void> {
    const started = new Date();
    this.uncaught = undefined;
    this.status(request, "busy");
    const { code, ...options } = readExecuteRequest(request);
    if (!options.silent) {
      this.count++;
      this.line.publish(request, "execute_input", { code, execution_count: this.count });
    }
    if (options.storeHistory) this.history.add(this.count, code);
    const cell = new Cell(request, options.silent ? 0 : this.count);
    this.texts.set(cell.number, code);
    this.cells.set(cell.number, cell);
    this.running = cell;
    this.context.begin(cell);
    this.input.allow(options.allowStdin ? cell : undefined);
    const outcome = await this.runner.run(cell, code);
    this.line.declare(this.runner.declared);
    await Promise.race([this.displays.settle(cell), cell.interruption]).catch(() => undefined);
    const thrown = await this.show(cell, outcome, options.silent);
    await this.native.settle();
    if (thrown) this.line.publish(request, "error", thrown);
    const expressions = thrown ? {} : await this.evaluate(cell, options.userExpressions);
    const metadata = { started: started.toISOString(), elapsed_ms: Date.now() - started.getTime() };
    const failure = thrown ?? this.uncaught;
    if (failure) {
      if (options.stopOnError) await abortWaiting();
      this.answerExecute(request, { status: "error", ...failure }, metadata);
    } else {
      this.answerExecute(request, { status: "ok", payload: [], user_expressions: expressions }, metadata);
    }
  }

  private answerExecute(request: Message, content: Json, metadata: Json): void {
    this.line.reply(request, { execution_count: this.count, ...content }, metadata);
    this.running = undefined;
    this.status(request, "idle");
  }

  /** Shows the last value; gives the error to publish when there is one. */
  private async show(cell: Cell, outcome: Outcome, silent: boolean): Promise<ErrorContent | undefined> {
    if (silent || (outcome.kind === "value" && !isShown(outcome.value))) return this.failureOf(cell, outcome);
    const end = await this.endOf(cell, outcome);
    if ("failure" in end) return end.failure;
    await this.native.settle();
    const content = { execution_count: this.count, data: end.data, metadata: pictureSize(end.data) };
    try {
      this.publish(cell, "execute_result", content);
    } catch (error) {
      const reason = `the value cannot be shown: ${(error as Error).message}. An output must be JSON.`;
      return describeError(new TypeError(reason), this.sources);
    }
    this.history.setOutput(this.count, end.data["text/plain"]);
    return undefined;
  }

  private async evaluate(cell: Cell, expressions: Record<string, string>): Promise<Json> {
    const results: Json = {};
    for (const [name, expression] of Object.entries(expressions)) {
      const end = await this.endOf(cell, await this.runner.run(cell, `(${expression})`, "expression"));
      results[name] =
        "failure" in end
          ? { status: "error", ...end.failure }
          : { status: "ok", data: end.data, metadata: {} };
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

  /** What code came to: its value as it is shown, or why there is none. Drawing it is code of the user's, too: an interrupt may end it. */
  private async endOf(
    cell: Cell,
    outcome: Outcome,
  ): Promise<{ data: MimeBundle } | { failure: ErrorContent }> {
    if (outcome.kind !== "value") return { failure: this.failureOf(cell, outcome)! };
    try {
      const drawn = runTerminably(() => {
        this.context.run("awaiting");
        return toMimeBundle(outcome.value);
      });
      return { data: await Promise.race([settleAfterTurn(drawn), cell.interruption]) };
    } catch (error) {
      return { failure: describeError(error, this.sources) };
    } finally {
      this.context.end();
    }
  }

  private defineGlobals(): void {
    const { context } = this;
    const notebook: Notebook = {
      get signal() {
        return context.signal;
      },
      comms: this.comms,
      html,
      markdown,
      latex,
      svg,
      clear: (wait = false) => {
        this.publish(context.current, "clear_output", { wait });
      },
    };
    const globals = {
      display: (value: unknown, options?: DisplayOptions) => forCells(this.displays.display(value, options)),
      progress: (source: Iterable<unknown>, options = {}) =>
        progress(source, options, this.displays.place().draw),
      input: (prompt = "", { password = false } = {}) =>
        forCells(this.input.ask(context.current, prompt, password)),
      notebook,
    };
    Object.assign(host, globals);
  }
}
