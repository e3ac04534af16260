import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Fuzzer, FuzzTarget } from "./fuzzer";
import type { Answer, Question } from "./api/child";

/** A call that gives no answer for so long is a hang. */
const PATIENCE = 10_000;
const START = 120_000;

/** Calls every exported function with arguments that are wrong in one or two places. */
export const api: Fuzzer = { name: "api", open: () => openApi() };

/** `only`: the recipes whose name contains it. */
export async function openApi(only?: string): Promise<FuzzTarget> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-fuzz-"));
  let child = await start(folder);
  return {
    async tryCase(random) {
      const seed = random.integer(2 ** 32);
      const answer = await ask(child, { seed, only });
      if (answer.trying === undefined) return answer.what;
      child.kill("SIGKILL");
      child = await start(folder);
      return `${answer.trying}: no answer within ${PATIENCE} ms, or the process died`;
    },
    close() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** A process of its own: what hangs can only be ended from outside. Its files go into a temporary folder. */
async function start(folder: string): Promise<ChildProcess> {
  const child = fork(path.join(__dirname, "api", "child.js"), {
    cwd: folder,
    env: { ...process.env, SSDML_HOME: path.join(folder, "home"), SSDML_DATA: "" },
    execArgv: ["--max-old-space-size=1500"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const answer = await nextAnswer(child, START);
  if (!answer.ready) {
    child.kill("SIGKILL");
    throw new Error("the process of the api fuzzer does not start");
  }
  return child;
}

function ask(child: ChildProcess, question: Question): Promise<Answer> {
  child.send(question);
  return nextAnswer(child, PATIENCE);
}

/** The next answer, or what was being tried when the patience or the process ended. */
function nextAnswer(child: ChildProcess, patience: number): Promise<Answer> {
  return new Promise((resolve) => {
    let trying = "nothing yet";
    const finish = (answer: Answer) => {
      clearTimeout(timer);
      child.off("message", hear).off("exit", lose);
      resolve(answer);
    };
    const hear = (answer: Answer) => {
      if (answer.trying === undefined) finish(answer);
      else trying = answer.trying;
    };
    const lose = () => {
      finish({ trying });
    };
    const timer = setTimeout(lose, patience);
    child.on("message", hear).on("exit", lose);
  });
}
