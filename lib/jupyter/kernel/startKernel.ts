import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../core";
import { KernelClient, type MessageListener } from "../protocol/client";
import { newConnection, writeConnectionFile } from "../protocol/connection";
import type { Message } from "../protocol/message";
import { kernelEnvironment, type KernelSpec } from "./kernelSpec";
import { spawnGroup, type ProcessEnd } from "./processGroup";

export interface KernelOptions {
  /** The kernel's working folder, where it finds imports and files. Default: the current folder. */
  folder?: string;
  /** How long the kernel may take to start; default one minute. */
  startTimeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** A running kernel. */
export interface Kernel {
  pid: number;
  spec: KernelSpec;
  connectionFile: string;
  /** The answer to kernel_info_request, with `language_info`. */
  info: Record<string, unknown>;
  execute(code: string, listener: MessageListener): Promise<Message>;
  /** Completions at the end of the code. */
  complete(code: string): Promise<string[]>;
  /** The type and doc comment of the name at the end of the code. */
  inspect(code: string): Promise<string | undefined>;
  /** Whether the kernel echoes a heartbeat in time. */
  heartbeat(milliseconds: number): Promise<boolean>;
  /** Asks the kernel to stop the running cell. Returns at once. */
  interrupt(): void;
  /** Ends the kernel and everything it started: asks first, kills after two seconds. */
  shutdown(): Promise<void>;
}

/** The kernel ended unexpectedly. The message says how, and what may help. */
export class KernelDied extends Error {
  override readonly name = "KernelDied";
}

const politeMs = 2000;

/** Starts a kernel and waits until it answers. The caller must shut it down. */
export async function startKernel(spec: KernelSpec, options: KernelOptions = {}): Promise<Kernel> {
  try {
    return await startOnce(spec, options);
  } catch (error) {
    // Another program may take a port after it was chosen.
    if (!/address already in use/i.test(String(error))) throw error;
    return startOnce(spec, options);
  }
}

async function startOnce(spec: KernelSpec, options: KernelOptions): Promise<Kernel> {
  const { folder = process.cwd(), startTimeoutMs = 60_000, signal } = options;
  signal?.throwIfAborted();
  const connection = await newConnection();
  const connectionFile = await writeConnectionFile(connection);
  const group = spawnGroup(
    spec.argv.map((word) => word.replaceAll("{connection_file}", connectionFile)),
    {
      folder,
      environment: { ...kernelEnvironment(spec), JPY_PARENT_PID: String(process.pid) },
      file: connectionFile,
    },
  );
  const client = new KernelClient(connection);
  const over = group.ended.then(
    (end) => {
      client.close(new KernelDied(explain(end)));
      return end.lastWords;
    },
    (error: unknown) => {
      client.close(
        new UserError(`cannot start the kernel ${spec.name}: ${String(error)}. Install it again.`),
      );
      return "";
    },
  );
  const end = async () => {
    await group.end();
    return over;
  };
  const info = await answerInTime(client.ready(), spec.name, startTimeoutMs, signal).catch(
    async (error: unknown) => {
      const lastWords = await end();
      if (error instanceof KernelDied)
        throw new UserError(`the kernel ${spec.name} does not start: ${error.message}`);
      if (!(error instanceof UserError) || lastWords === "") throw error;
      // Stock tslab stays alive, without an answer, when it cannot open a port.
      throw new UserError(`${error.message} It said:\n${lastWords.trimEnd()}`);
    },
  );
  return {
    pid: group.pid,
    spec,
    connectionFile,
    info,
    execute: (code, listener) => client.execute(code, listener),
    complete: (code) => client.complete(code),
    inspect: (code) => client.inspect(code),
    heartbeat: (milliseconds) => client.heartbeat(milliseconds),
    interrupt() {
      if (spec.interrupt_mode !== "message") group.send("SIGINT");
      else client.request("control", "interrupt_request", {}).catch(() => undefined);
    },
    async shutdown() {
      client.request("control", "shutdown_request", { restart: false }).catch(() => undefined);
      const patience = new AbortController();
      await Promise.race([over, sleep(politeMs, undefined, { signal: patience.signal })]);
      patience.abort();
      await end();
    },
  };
}

async function answerInTime<Answer>(
  answer: Promise<Answer>,
  name: string,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const patience = new AbortController();
  const stop = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal;
  const late = sleep(milliseconds, undefined, { signal: stop }).then(
    () => {
      throw new UserError(
        `the kernel ${name} did not answer within ${milliseconds / 1000} s. Try again, or use another --kernel.`,
      );
    },
    () => {
      throw signal?.reason as Error;
    },
  );
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    patience.abort();
  }
}

/** Signals with which the system ends programs that crash. */
const crashes = ["SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"];

function explain({ code, signal, lastWords }: ProcessEnd): string {
  if (/out of memory/i.test(lastWords)) {
    return "the kernel ran out of memory. Keep less data, or give it more: NODE_OPTIONS=--max-old-space-size=8192.";
  }
  // The launcher of our kernel outlives it and reports this.
  if (signal === "SIGKILL" || lastWords.includes("kernel: it was killed")) {
    return "the kernel was killed, by the code itself or by the system, perhaps because memory ran out.";
  }
  const by = signal ?? /kernel: it was ended by (\w+)/.exec(lastWords)?.[1];
  if (by !== undefined && crashes.includes(by)) {
    return `the kernel crashed with ${by}, probably in native code. Avoid the package that the cell uses, or try another version of it.`;
  }
  const ending = by === undefined ? `with exit code ${code ?? "unknown"}` : `by ${by}`;
  if (lastWords !== "") return `the kernel ended ${ending}. It said:\n${lastWords.trimEnd()}`;
  return `the kernel ended ${ending}. Did the code call process.exit?`;
}
