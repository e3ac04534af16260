/**
 * A mistake that the caller can fix: one sentence that names the argument, its value and the fix.
 * The command line prints it without a stack trace.
 *
 * @example
 * try {
 *   knnGraph(x, { k: 99 });
 * } catch (error) {
 *   if (error instanceof UserError) console.log(error.message); // says what is wrong and what to do
 * }
 */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** Runs some work on the content of a file. Its `UserError`s get the given start, which names the file. */
export function aboutFile<Result>(start: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${start}: ${error.message}`) : error;
  }
}

/** Throws `UserError` with the given sentence unless the condition holds. */
export function check(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new UserError(message());
}
