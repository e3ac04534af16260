import { UserError } from "../../core";

const reasons: Record<string, string> = {
  ENOENT: "there is no such file. Check the name",
  ENOTDIR: "a part of its path is a file, not a folder. Check the name",
  EISDIR: "it is a folder. Name a file",
  EACCES: "you have no permission to read it",
  EPERM: "you have no permission to read it",
};

/** The sentence for a file that the system cannot read. */
export function unreadable(file: string, error: unknown): UserError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new UserError(`cannot read ${file}: ${reasons[code] ?? message}.`);
}
