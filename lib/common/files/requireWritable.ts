import { rm } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "./writeAtomically";

/** Long before anything is to be written into a folder, says that it cannot be; `name` is what it will be called. */
export async function requireWritable(folder: string, name = ""): Promise<void> {
  const file = path.join(folder, `${name}.writable`);
  await writeAtomically(file, []);
  await rm(file);
}
