import { UserError } from "../errors";

const sentences: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  ENOTDIR: "a part of the path is a file, not a folder",
};

/** Node says "no such file" when it may not make a folder on a read-only disk. */
const noFolder = "the folder cannot be made (is the disk read-only?)";

/** Turns an error of the file system below `folder` into one sentence with the fix; others pass unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const sentence = syscall === "mkdir" ? (sentences[code ?? ""] ?? noFolder) : sentences[code ?? ""];
  if (sentence === undefined || syscall === undefined) return error;
  return new UserError(
    `Cannot write to ${folder}: ${sentence}. Mend that, or set SSDML_HOME to another folder.`,
  );
}
