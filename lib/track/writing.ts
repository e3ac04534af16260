import { UserError } from "../core";

/** Runs file operations on a log; their errors become one sentence. */
export function writing<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
