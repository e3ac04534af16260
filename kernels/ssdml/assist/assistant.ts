import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Json, Message } from "../io/wire";

/** The folder in which the kernel started. Cells may change the working directory, but modules are resolved from here. */
const FOLDER = process.cwd();

export interface Question {
  /** Types of everything declared so far. */
  declared: string;
  type: string;
  content: Json;
}

const KNOWN = new Set(["complete_request", "inspect_request", "is_complete_request"]);

/**
 * Completion and inspection while a cell runs, in a thread with its own compiler. The thread starts when it is first needed and
 * answers in order.
 */
export class Assistant {
  private thread: Worker | undefined;
  private readonly waiting: ((content: Json) => void)[] = [];
  private prepared: string | undefined;

  /** Whether it can answer requests of this type. */
  knows(type: string): boolean {
    return KNOWN.has(type);
  }

  /** Starts the thread and reads the types now, so that the first answer is quick. */
  prepare(declared: string): void {
    if (declared === this.prepared) return;
    this.prepared = declared;
    void this.put({ declared, type: "complete_request", content: { code: "" } });
  }

  ask({ header, content }: Message, declared: string): Promise<Json> {
    return this.put({ declared, type: header.msg_type, content });
  }

  private put(question: Question): Promise<Json> {
    this.thread ??= this.start();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.thread!.postMessage(question);
    });
  }

  private start(): Worker {
    // Text that the compiler prints must not appear in a cell.
    const thread = new Worker(path.join(__dirname, "..", "assistantThread.js"), {
      workerData: FOLDER,
      stdout: true,
      stderr: true,
    });
    thread.on("message", (content: Json) => this.waiting.shift()?.(content));
    thread.on("error", (error) => {
      const failure = { status: "error", ename: error.name, evalue: error.message, traceback: [] };
      for (const resolve of this.waiting.splice(0)) resolve(failure);
      this.thread = undefined;
      this.prepared = undefined;
    });
    return thread;
  }
}
