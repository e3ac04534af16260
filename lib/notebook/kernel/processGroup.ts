import { spawn } from "node:child_process";
import { unlinkSync } from "node:fs";

export interface GroupOptions {
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** A file that goes when the group ends. */
  file: string;
}

/** How a process ended, and the last it had to say outside of the protocol. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  lastWords: string;
}

export interface ProcessGroup {
  pid: number;
  /** Settles when the first process of the group has ended; rejects when it could not be started. */
  ended: Promise<ProcessEnd>;
  send(signal: NodeJS.Signals): void;
  /** Ends the group: by SIGTERM, which lets a launcher end its kernel, and soon by SIGKILL. */
  end(): Promise<void>;
}

const windows = process.platform === "win32";
const keptCharacters = 4000;
const termGraceMs = 1000;
/** A daemon that left the group may hold the pipes open for ever. */
const pipesGraceMs = 500;

/**
 * Starts a program in a process group of its own, out of reach of the terminal's Ctrl-C. The group never outlives us: a guard
 * at the other end of a pipe notices when we are gone, even by SIGKILL, and ends the group.
 */
export function spawnGroup(
  [program, ...words]: string[],
  { folder, environment, file }: GroupOptions,
): ProcessGroup {
  const child = spawn(program, words, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: !windows,
    windowsHide: true,
  });
  const pid = child.pid ?? 0;
  const send = (signal: NodeJS.Signals) => {
    if (pid === 0) return;
    try {
      process.kill(windows ? pid : -pid, signal);
    } catch {
      // It has ended already.
    }
  };
  const dismiss = pid === 0 ? () => undefined : postGuard(pid, file, send);
  let lastWords = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream
      .setEncoding("utf8")
      .on("data", (text: string) => (lastWords = (lastWords + text).slice(-keptCharacters)));
  }
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      // What it had started and left behind ends too; then the pipes bring its last words.
      send("SIGKILL");
      const settle = () => {
        clearTimeout(patience);
        resolve({ code, signal, lastWords });
      };
      const patience = setTimeout(settle, pipesGraceMs);
      child.once("close", settle);
    });
  }).finally(() => {
    dismiss();
    removeFile(file);
  });
  const end = async () => {
    send("SIGTERM");
    const patience = setTimeout(send, termGraceMs, "SIGKILL");
    await ended.catch(() => undefined);
    clearTimeout(patience);
  };
  return { pid, ended, send, end };
}

function postGuard(pid: number, file: string, send: ProcessGroup["send"]): () => void {
  if (windows) {
    const end = () => {
      send("SIGKILL");
      removeFile(file);
    };
    process.once("exit", end);
    return () => process.off("exit", end);
  }
  const script = `read -r line; rm -f -- "$2"; kill -s TERM -- "-$1"; sleep ${termGraceMs / 1000}; kill -s KILL -- "-$1"`;
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(pid), file], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return () => guard.kill("SIGKILL");
}

function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The guard was quicker.
  }
}
