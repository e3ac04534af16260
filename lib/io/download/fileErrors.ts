import { UserError } from "../../core";

const sentences: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file, not a folder",
  ENAMETOOLONG: "its name is too long",
};

/** Systems that do not allow a new folder report "no such file". */
const noFolder = "the folder cannot be made (is the disk read-only?)";

/** Why a file system operation failed, in words; undefined for other errors. */
export function fileErrorReason(error: unknown): string | undefined {
  const { code = "", syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === undefined) return undefined;
  if (syscall === "mkdir" && code === "EEXIST") return sentences.ENOTDIR;
  return sentences[code] ?? (syscall === "mkdir" ? noFolder : undefined);
}

/** Turns a file system error in `folder` into one sentence with the fix. Returns other errors unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const sentence = fileErrorReason(error);
  if (sentence === undefined) return error;
  return new UserError(
    `Cannot write to ${folder}: ${sentence}. Fix this, or set SSDML_HOME to another folder.`,
  );
}
