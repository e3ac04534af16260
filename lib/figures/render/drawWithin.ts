import path from "node:path";
import { Worker } from "node:worker_threads";
import { check, deepestNesting, isNestedDeeper, UserError } from "../../core";
import type { UncheckedSpec } from "./spec";
import type { SvgOptions } from "./vegaLiteToSvg";

export interface DrawRequest extends Pick<SvgOptions, "folder" | "allowRead"> {
  spec: UncheckedSpec;
}

/** The thread's answer: the chart or the reason why there is none, and a sentence for each missing picture. */
export interface DrawAnswer {
  svg?: string;
  failure?: string;
  missing: string[];
}

/** Maximum memory for one chart, in MB. */
const mostMemory = 2048;
/** The thread loads Vega first. */
const startSeconds = 120;

let thread: Worker | undefined;
/** The thread draws one chart at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws an untrusted chart like `vegaLiteToSvg`, but in a thread that is stopped if the chart takes longer than `seconds` or too much
 * memory: one line of a specification can request a billion marks.
 */
export function drawWithin(seconds: number, spec: UncheckedSpec, options: SvgOptions = {}): Promise<string> {
  const drawn = last.then(() => drawNow(seconds, spec, options));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function drawNow(seconds: number, spec: UncheckedSpec, options: SvgOptions): Promise<string> {
  check(
    !isNestedDeeper(spec, deepestNesting),
    () => `the chart is nested more than ${deepestNesting} levels deep. Simplify it.`,
  );
  const { folder, allowRead, onMissingPicture } = options;
  const { svg, failure, missing } = await ask({ spec, folder, allowRead }, seconds);
  if (onMissingPicture) missing.forEach(onMissingPicture);
  else check(missing.length === 0, () => missing[0]);
  if (svg === undefined) throw new UserError(failure ?? "the chart cannot be drawn.");
  return svg;
}

/** Sends a request to the thread. The time to start does not count towards `seconds`. */
async function ask(request: DrawRequest, seconds: number): Promise<DrawAnswer> {
  thread ??= startThread();
  const asked = thread;
  try {
    await answerWithin<"ready">(asked, "ready?", startSeconds);
    return await answerWithin<DrawAnswer>(asked, request, seconds);
  } catch (error) {
    thread = undefined;
    // Errors of a thread that is being stopped no longer matter.
    asked.on("error", () => undefined);
    void asked.terminate();
    throw error;
  }
}

function answerWithin<Answer>(
  asked: Worker,
  message: DrawRequest | "ready?",
  seconds: number,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const giveUp = (reason: string): void => {
      finish();
      reject(new UserError(`the chart cannot be drawn: ${reason}. Make it smaller.`));
    };
    const timer = setTimeout(() => {
      giveUp(`it takes longer than ${seconds} s`);
    }, seconds * 1000);
    const onMessage = (answer: Answer): void => {
      finish();
      resolve(answer);
    };
    const onError = ({ code, message: reason }: NodeJS.ErrnoException): void => {
      giveUp(code === "ERR_WORKER_OUT_OF_MEMORY" ? `it takes more than ${mostMemory} MB` : reason);
    };
    const onExit = (): void => {
      giveUp("its thread has ended");
    };
    const finish = (): void => {
      clearTimeout(timer);
      asked.off("message", onMessage).off("error", onError).off("exit", onExit);
    };
    asked.on("message", onMessage).on("error", onError).on("exit", onExit);
    try {
      asked.postMessage(message);
    } catch (error) {
      giveUp(error instanceof Error ? error.message : String(error));
    }
  });
}

/** The thread waits for more charts, but does not keep the program running. */
function startThread(): Worker {
  const worker = new Worker(path.join(__dirname, "drawWorker.js"), {
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
  worker.unref();
  return worker;
}
