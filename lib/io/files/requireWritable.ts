import { unlink } from "node:fs/promises";
import path from "node:path";
import { cannotWrite, openFresh } from "./freshFile";

/** Checks early that a folder can be written to. `name` is the file that will be written there later. */
export async function requireWritable(folder: string, name?: string): Promise<void> {
  try {
    const fresh = await openFresh(path.join(folder, name ?? "any"));
    await fresh.handle.close();
    await unlink(fresh.name);
  } catch (error) {
    throw cannotWrite(name === undefined ? folder : path.join(folder, name), error);
  }
}
