import { spawn } from "node:child_process";
import { unlinkSync } from "node:fs";

export interface GroupOptions {
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** A file to remove when the group ends. */
  file?: string;
  /** Whether to keep its output for `lastWords` (the default) or to show it on our terminal. */
  output?: "kept" | "shown";
  /** How long it may take to exit after it is asked to; default one second. */
  termGraceMs?: number;
}

/** How a process ended, and its last output outside the protocol. */
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
  /** Ends the group: SIGTERM, which lets a launcher end its kernel, then SIGKILL. */
  end(): Promise<void>;
}

const windows = process.platform === "win32";
const keptCharacters = 4000;
/** A daemon that left the group may keep the pipes open forever. */
const pipesGraceMs = 500;

/**
 * Starts a program in its own process group, which the terminal's Ctrl-C does not reach. The group never outlives this process:
 * a guard at the other end of a pipe notices when this process is gone, even after SIGKILL, and ends the group.
 */
export function spawnGroup([program, ...words]: string[], options: GroupOptions): ProcessGroup {
  const { folder, environment, file, termGraceMs = 1000 } = options;
  const output = options.output === "shown" ? "inherit" : "pipe";
  const child = spawn(program, words, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", output, output],
    detached: !windows,
    windowsHide: true,
  });
  const pid = child.pid ?? 0;
  const send = (signal: NodeJS.Signals) => {
    if (pid === 0) return;
    try {
      process.kill(windows ? pid : -pid, signal);
    } catch {
      // It has already ended.
    }
  };
  const dismiss = pid === 0 ? () => undefined : postGuard(pid, { file, termGraceMs, send });
  let lastWords = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream
      ?.setEncoding("utf8")
      .on("data", (text: string) => (lastWords = (lastWords + text).slice(-keptCharacters)));
  }
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      // Ends the processes that it left behind too; then the pipes deliver its last output.
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

interface Guarded {
  file: string | undefined;
  termGraceMs: number;
  send: ProcessGroup["send"];
}

function postGuard(pid: number, { file, termGraceMs, send }: Guarded): () => void {
  if (windows) {
    const end = () => {
      send("SIGKILL");
      removeFile(file);
    };
    process.once("exit", end);
    return () => process.off("exit", end);
  }
  // Checks every tenth of a second, so that the guard does not outlive the group for long.
  const script = `read -r line; [ -z "$2" ] || rm -f -- "$2"; kill -s TERM -- "-$1"
    i=0; while [ $i -lt $3 ] && kill -s 0 -- "-$1"; do sleep 0.1; i=$((i + 1)); done; kill -s KILL -- "-$1"`;
  const words = [String(pid), file ?? "", String(Math.ceil(termGraceMs / 100))];
  const guard = spawn("/bin/sh", ["-c", script, "sh", ...words], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return () => guard.kill("SIGKILL");
}

function removeFile(file: string | undefined): void {
  try {
    if (file !== undefined) unlinkSync(file);
  } catch {
    // The guard was faster.
  }
}
