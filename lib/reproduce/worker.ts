import { UserError } from "../core";
import type { FinishedCell } from "./cellRecord";
import { runGridCell, type CellTask } from "./runGridCell";

/** A message from a cell's process to its parent. */
export type WorkerMessage =
  | { kind: "progress"; share: number }
  | { kind: "finished"; record: FinishedCell }
  | { kind: "failed"; error: string };

const tellEveryMs = 250;

/** The process of one cell: receives a task, reports its progress and its record, and exits. Exits with its parent too. */
function work(): void {
  process.on("disconnect", () => process.exit(1));
  process.once("message", (task: CellTask) => {
    let toldAt = -Infinity;
    const onProgress = (share: number) => {
      if (performance.now() - toldAt < tellEveryMs) return;
      toldAt = performance.now();
      tell({ kind: "progress", share });
    };
    runGridCell(task, onProgress).then(
      (record) => {
        tell({ kind: "finished", record }, () => process.exit(0));
      },
      (error: unknown) => {
        tell({ kind: "failed", error: sentence(error) }, () => process.exit(1));
      },
    );
  });
}

function tell(message: WorkerMessage, then: () => void = () => undefined): void {
  process.send!(message, undefined, undefined, then);
}

/** The message of a user's mistake, or the stack of an error in the library. */
function sentence(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

work();
