import { UserError } from "../common/errors";

/** Runs Node's `parseArgs`; a wrong word becomes one sentence with where to look. */
export function readWords<Result>(command: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? error.message.split(". To specify")[0] : String(error);
    throw new UserError(`${message}. Type ssdml ${command} --help.`);
  }
}
