import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import { gunzipAtMost } from "../../io/files";
import type { DatasetLocation } from "./datasetLocation";

/** A file of a published data set, which may also be present as `.gz`. */
export interface KnownFile {
  name: string;
  /** Size and sha256 of the content, not of the `.gz` form, which depends on who packed it. */
  size: number;
  sha256: string;
}

/** The path of the file in the folder, plain or as `.gz`. */
export function knownFilePath(folder: string, { name }: KnownFile): string | undefined {
  const plain = path.join(folder, name);
  return [plain, `${plain}.gz`].find((file) => existsSync(file));
}

/** The content of a known file, verified against what was published. */
export async function readKnownFile(
  { folder, repair }: Pick<DatasetLocation, "folder" | "repair">,
  file: KnownFile,
): Promise<Buffer> {
  const found = knownFilePath(folder, file);
  if (found === undefined) throw new UserError(`${path.join(folder, file.name)} is missing. ${repair}`);
  let content: Buffer;
  try {
    content = await readAtMost(found, file.size);
  } catch (error) {
    throw new UserError(`${found} cannot be read (${(error as Error).message}). ${repair}`);
  }
  const fault = faultOf(content, file);
  if (fault !== undefined) throw new UserError(`${found} is damaged: ${fault}. ${repair}`);
  return content;
}

/** The content of a plain or packed file. Throws before reading if it must be larger than `size`. */
async function readAtMost(found: string, size: number): Promise<Buffer> {
  const isPacked = found.endsWith(".gz");
  const stored = (await fs.stat(found)).size;
  // Incompressible data grow by five bytes per 64 KB, plus a header.
  const most = isPacked ? Math.ceil(1.001 * size) + 1024 : size;
  if (stored > most) throw new Error(`it has ${stored} bytes, which is too many for a file of ${size}`);
  const bytes = await fs.readFile(found);
  return isPacked ? gunzipAtMost(bytes, size) : bytes;
}

/** How the content differs from the published file, or undefined if it does not. */
export function faultOf(content: Uint8Array, { size, sha256 }: KnownFile): string | undefined {
  if (content.length !== size) return `it holds ${content.length} bytes, not ${size}`;
  const found = createHash("sha256").update(content).digest("hex");
  return found === sha256 ? undefined : `its sha256 is ${found}, not ${sha256}`;
}
