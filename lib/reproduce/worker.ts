import { UserError } from "../core/errors";
import type { FinishedCell } from "./cellRecord";
import { runGridCell, type CellTask } from "./runGridCell";

/** What a cell's process tells the one that started it. */
export type WorkerMessage =
  | { kind: "progress"; share: number }
  | { kind: "finished"; record: FinishedCell }
  | { kind: "failed"; error: string };

const tellEveryMs = 250;

/** The process of one cell: it gets a task, tells its progress and its record, and ends. Without its parent it ends too. */
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

/** A mistake that can be mended is told as it is, a fault of the library with the place where it happened. */
function sentence(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

work();
