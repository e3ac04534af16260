import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { unreadable } from "./unreadable";

/** The sha256 of a file, which is read piece by piece. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return hash.digest("hex");
}
