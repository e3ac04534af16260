import { nodeTimers } from "./timers";

interface Waiting<Request> {
  request: Request;
  order: number;
}

/** Requests that a front end sends together arrive within this time. */
const ARRIVAL_MS = 5;

/** Runs execute requests one after another. After a failure, aborts those that are already waiting. */
export class ExecutionQueue<Request> {
  private tail: Promise<void> = Promise.resolve();
  private arrived = 0;
  private abortedUpTo = 0;

  constructor(
    private readonly execute: (request: Request, abortWaiting: () => Promise<void>) => Promise<void>,
    private readonly abort: (request: Request) => void,
  ) {}

  add(request: Request): void {
    const waiting = { request, order: ++this.arrived };
    this.tail = this.tail
      .then(() => this.runOrAbort(waiting))
      .catch(() => {
        this.abort(request);
      });
  }

  private async runOrAbort({ request, order }: Waiting<Request>): Promise<void> {
    if (order <= this.abortedUpTo) this.abort(request);
    else await this.execute(request, () => this.abortWaiting());
  }

  private async abortWaiting(): Promise<void> {
    await new Promise<void>((resolve) => nodeTimers.setTimeout(resolve, ARRIVAL_MS));
    this.abortedUpTo = this.arrived;
  }
}
