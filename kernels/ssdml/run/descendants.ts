import { readdirSync, readFileSync } from "node:fs";

/** Environment variable that every process started by a kernel inherits. Its value identifies the kernel. */
export const KERNEL_MARK = "SSDML_KERNEL_MARK";

/** Processes may start others while we search, so we search repeatedly. */
const MAX_SWEEPS = 20;

function hasMark(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`${KERNEL_MARK}=${mark}`);
  } catch {
    // The process has ended or belongs to another user.
    return false;
  }
}

/** Processes with the mark, except this one. None on systems without /proc. */
function markedProcesses(mark: string): number[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && hasMark(name, mark))
    .map(Number);
}

/**
 * Ends all processes that a kernel's cells have started, including detached processes and daemons: these have left the kernel's process
 * group but keep its environment. Processes that cleared their environment or run as another user are not found, nor are detached
 * processes on systems without /proc.
 */
export function endDescendants(mark: string): void {
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const pids = markedProcesses(mark);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended in the meantime.
      }
    }
  }
}
