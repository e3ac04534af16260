import { UserError } from "../core/errors";

/** Runs Node's `parseArgs`; a wrong word becomes one sentence with where to look. */
export function readWords<Result>(command: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new UserError(`${sentenceOf(error)}. Type ssdml ${command} --help.`);
  }
}

/** Node's own words, which may take several lines, without its advice. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+).*' argument is ambiguous/.exec(error.message) ?? [];
  if (option !== undefined) {
    return `${option} has no value: the next word begins with a dash. If that is its value, write ${option}=VALUE`;
  }
  return error.message.split(". To specify")[0];
}
