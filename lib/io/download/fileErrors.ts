import { UserError } from "../../core/errors";

const sentences: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  ENOTDIR: "a part of the path is a file, not a folder",
  ENAMETOOLONG: "its name is too long",
};

/** The system says "no such file" where it makes no folders. */
const noFolder = "the folder cannot be made (is the disk read-only?)";

/** Why the file system refused, in words; undefined for other errors. */
export function fileErrorReason(error: unknown): string | undefined {
  const { code = "", syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === undefined) return undefined;
  if (syscall === "mkdir" && code === "EEXIST") return sentences.ENOTDIR;
  return sentences[code] ?? (syscall === "mkdir" ? noFolder : undefined);
}

/** Turns an error of the file system below `folder` into one sentence with the fix; others pass unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const sentence = fileErrorReason(error);
  if (sentence === undefined) return error;
  return new UserError(
    `Cannot write to ${folder}: ${sentence}. Mend that, or set SSDML_HOME to another folder.`,
  );
}
