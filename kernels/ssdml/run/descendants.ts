import { readdirSync, readFileSync } from "node:fs";

/** Environment variable that every process started by a kernel inherits; its value names the kernel. */
export const KERNEL_MARK = "SSDML_KERNEL_MARK";

/** A process may start another while we look for them. */
const MOST_SWEEPS = 20;

function hasMark(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`${KERNEL_MARK}=${mark}`);
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}

/** Processes with the mark, except this one; none where the system has no /proc. */
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
 * Ends everything that a kernel's cells have started: detached processes and daemons too, which have left the kernel's process group but
 * keep its environment. What has cleared its environment, or runs as another user, is not found; nor is anything detached on systems without /proc.
 */
export function endDescendants(mark: string): void {
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const pids = markedProcesses(mark);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}
