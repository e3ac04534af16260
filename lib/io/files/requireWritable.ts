import { unlink } from "node:fs/promises";
import path from "node:path";
import { cannotWrite, openFresh } from "./freshFile";

/** Long before anything is to be written into a folder, says that it cannot be; `name` is what it will be called. */
export async function requireWritable(folder: string, name?: string): Promise<void> {
  try {
    const fresh = await openFresh(path.join(folder, name ?? "any"));
    await fresh.handle.close();
    await unlink(fresh.name);
  } catch (error) {
    throw cannotWrite(name === undefined ? folder : path.join(folder, name), error);
  }
}
