import { constants, promises as fs } from "node:fs";
import path from "node:path";
import { UserError } from "../../core";
import { fileErrorReason } from "../../io/download";
import { makeFolder } from "../../io/files";

/** The notebooks of this package. */
export const ownNotebooks = path.join(__dirname, "..", "..", "..", "..", "notebooks");

/**
 * Copies the notebooks of a folder into another one. Files that are there already stay as they are, since they may hold somebody's work.
 * Returns the names of those it copied.
 */
export async function copyNotebooks(to: string, from = ownNotebooks): Promise<string[]> {
  const copied: string[] = [];
  try {
    makeFolder(to);
    for (const name of (await fs.readdir(from)).filter((file) => file.endsWith(".ipynb")).sort()) {
      const isNew = await fs
        .copyFile(path.join(from, name), path.join(to, name), constants.COPYFILE_EXCL)
        .then(() => true)
        .catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
          throw error;
        });
      if (isNew) copied.push(name);
    }
  } catch (error) {
    const reason = fileErrorReason(error) ?? (error as Error).message;
    throw new UserError(`cannot copy the notebooks to ${to}: ${reason}. Name a folder: ssdml lab FOLDER.`);
  }
  return copied;
}
