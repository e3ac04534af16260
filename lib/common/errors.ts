/**
 * A mistake that the caller can mend: one sentence that names the argument, its value and the fix.
 * The command line prints it without a stack trace.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** Throws `UserError` with the given sentence unless the condition holds. */
export function check(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new UserError(message());
}
