import { createRequire } from "node:module";
import { assist } from "./assist/assist";
import { CellExecutor } from "./cellExecutor";
import type { Compiler } from "./compile/compiler";
import { defineGlobals } from "./defineGlobals";
import { Displays } from "./display/displays";
import { describeError } from "./errors/describeError";
import { mapStacksOfErrors } from "./errors/stacks";
import { Comms } from "./io/comms";
import { History } from "./io/history";
import type { IoChannel } from "./io/ioChannel";
import type { SharedState } from "./io/sharedState";
import type { Json, Message } from "./io/wire";
import { NativeOutput } from "./output/nativeOutput";
import { captureProcessOutput, wrapSyncChildren } from "./output/processOutput";
import type * as awaitGuards from "./run/awaitGuards";
import { Interrupted, type Cell } from "./run/cell";
import { CellContext } from "./run/cellContext";
import { CellRunner } from "./run/cellRunner";
import { ExecutionQueue } from "./run/executionQueue";
import { Input } from "./run/input";
import { ModuleLoader } from "./run/moduleLoader";
import { nodeTimers, runTerminably, settleAfterTurn } from "./run/timers";

/** The kernel's work on the main thread: takes requests from the I/O thread, runs cells, publishes their output. */
export class Kernel {
  readonly context: CellContext;
  private readonly history = new History();
  private readonly native: NativeOutput;
  private readonly displays: Displays;
  private readonly comms: Comms;
  private readonly input: Input;
  private readonly runner: CellRunner;
  private readonly executor: CellExecutor;
  private readonly queue: ExecutionQueue<Message>;

  constructor(
    private readonly channel: IoChannel,
    private readonly compiler: Compiler,
    private readonly shared: SharedState,
    folder: string,
  ) {
    const context = new CellContext(shared);
    this.context = context;
    this.native = new NativeOutput(
      shared,
      (marker) => {
        channel.mark(marker);
      },
      nodeTimers.setTimeout,
    );
    this.displays = new Displays(
      () => context.current,
      ({ request }, type, content) => {
        channel.publish(request, type, content);
      },
    );
    this.comms = new Comms((type, content) => {
      channel.publish(context.current.request, type, content);
    });
    this.input = new Input((request, content) => {
      channel.ask(request, content);
    });
    // Loaded by Node's own `require`, because this module belongs to the realm of the cells.
    const { createAwaitGuards } = createRequire(__filename)("./run/awaitGuards") as typeof awaitGuards;
    const guards = createAwaitGuards(context, () => new Interrupted());
    const modules = new ModuleLoader(folder, guards, (work) => shared.protect(work));
    this.runner = new CellRunner(folder, compiler, modules, context);
    const { runner, displays, input, native, history } = this;
    const executor = new CellExecutor({ channel, context, runner, displays, input, native, history });
    this.executor = executor;
    this.queue = new ExecutionQueue<Message>(
      (request, abortWaiting) => executor.execute(request, abortWaiting),
      (request) => {
        executor.abort(request);
      },
    );
  }

  start(): void {
    captureProcessOutput((name, text) => {
      this.channel.write(this.context.current.request, name, text);
    });
    wrapSyncChildren((code) => this.native.keepOrderAround(code));
    mapStacksOfErrors(this.executor.sources);
    defineGlobals(this.context, this.displays, this.comms, this.input, (wait) => {
      this.channel.publish(this.context.current.request, "clear_output", { wait });
    });
    // Must precede any reply: front ends wait for the idle status that follows.
    this.channel.publish(undefined, "status", { execution_state: "starting" });
    this.channel.listen(
      (request) => {
        this.shared.protect(() => {
          this.handle(request);
        });
      },
      (message) => {
        this.input.receive(message);
      },
      (marker) => {
        this.native.onMarker(marker);
      },
    );
  }

  close(): void {
    this.channel.close();
  }

  /**
   * Reports an error that nobody caught.
   *
   * @param suspect - The cell whose code ran last.
   */
  reportUncaught(error: unknown, suspect: Cell): void {
    this.shared.protect(() => {
      this.executor.attributeUncaught(error, suspect);
    });
  }

  private handle(request: Message): void {
    const { msg_type: type } = request.header;
    if (type === "execute_request") {
      this.queue.add(request);
      return;
    }
    this.executor.publishStatus(request, "busy");
    if (type.startsWith("comm_") && type !== "comm_info_request") {
      void this.receiveComm(request);
      return;
    }
    try {
      this.answer(request);
    } catch (error) {
      this.channel.reply(request, { status: "error", ...describeError(error, this.executor.sources) });
    }
    this.publishIdle(request);
  }

  /** The listeners of a comm are the user's code, so an interrupt can stop them. */
  private async receiveComm(request: Message): Promise<void> {
    const cell = this.context.current;
    try {
      const received = runTerminably(() => {
        this.context.enter(cell);
        this.comms.receive(request);
      });
      await Promise.race([settleAfterTurn(received), cell.interruption]);
    } catch (error) {
      this.executor.showUncaught(error, cell);
    }
    this.publishIdle(request);
  }

  /** Ends a request that was handled while a cell may be running. If one is, the kernel stays busy. */
  private publishIdle(request: Message): void {
    const { executor } = this;
    executor.publishStatus(request, "idle");
    if (executor.running?.request) executor.publishStatus(executor.running.request, "busy");
  }

  private answer(request: Message): void {
    const { content, header } = request;
    const reply = (body: Json): void => {
      this.channel.reply(request, { status: "ok", ...body });
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
}
