import { parentPort, Worker } from "node:worker_threads";

/** The thread loads its libraries first. */
const startSeconds = 120;
/** Maximum memory of the thread's JavaScript, in MB. */
const mostMemory = 2048;

export interface ThreadOptions<Answer> {
  /** Whether the thread ends after this answer, to give back its memory. */
  endsAfter?: (answer: Answer) => boolean;
}

/**
 * A thread for work that may fail, hang or run out of memory without harm to the program. It answers one request at a time. After an error
 * it is replaced, because its state may be damaged. It does not keep the program running between requests.
 */
export class Thread<Request, Answer> {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** @param file - The compiled file, which calls `answerRequests`. */
  constructor(
    private readonly file: string,
    private readonly options: ThreadOptions<Answer> = {},
  ) {}

  /**
   * Sends a request after those before it are answered. Rejects with a reason such as "it takes longer than 60 s". The time to start the
   * thread does not count towards `seconds`.
   */
  ask(request: Request, seconds: number): Promise<Answer> {
    const answered = this.last.then(() => this.askNow(request, seconds));
    this.last = answered.catch(() => undefined);
    return answered;
  }

  /** Gives back the thread's memory. The next request starts another. */
  async close(): Promise<void> {
    await this.last;
    await this.worker?.terminate();
  }

  private async askNow(request: Request, seconds: number): Promise<Answer> {
    const worker = (this.worker ??= this.start());
    let isKept = false;
    try {
      await answerWithin<"ready">(worker, "ready?", startSeconds);
      const answer = await answerWithin<Answer>(worker, request, seconds);
      isKept = this.options.endsAfter?.(answer) !== true;
      return answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      throw new Error(`it takes more than ${mostMemory} MB`, { cause: error });
    } finally {
      if (!isKept) {
        this.worker = undefined;
        void worker.terminate();
      }
    }
  }

  private start(): Worker {
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: mostMemory } });
    // An error between requests must not end the program, either.
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }
}

/** The other side of a `Thread`, in the thread. An error in `answer` ends the thread; its message is the reason that the asker gets. */
export function answerRequests(ready: Promise<unknown>, answer: (request: never) => unknown): void {
  parentPort?.on("message", (request: unknown) => {
    const answered = ready.then(() => (request === "ready?" ? request : answer(request as never)));
    void answered.then((message) => parentPort?.postMessage(message));
  });
}

function answerWithin<Answer>(worker: Worker, message: unknown, seconds: number): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    // A timer of `setTimeout` belongs to a cell if a notebook set it, and never fires after the cell is interrupted.
    const timeout = AbortSignal.timeout(seconds * 1000);
    const onTimeout = (): void => {
      fail(new Error(`it takes longer than ${seconds} s`));
    };
    const onMessage = (answer: Answer): void => {
      finish();
      resolve(answer);
    };
    const onExit = (): void => {
      fail(new Error("its thread has ended"));
    };
    const fail = (error: Error): void => {
      finish();
      reject(error);
    };
    const finish = (): void => {
      timeout.removeEventListener("abort", onTimeout);
      worker.off("message", onMessage).off("error", fail).off("exit", onExit);
      worker.unref();
    };
    timeout.addEventListener("abort", onTimeout);
    worker.on("message", onMessage).on("error", fail).on("exit", onExit);
    worker.ref();
    try {
      worker.postMessage(message);
    } catch (error) {
      fail(error as Error);
    }
  });
}
