import { readFileSync } from "node:fs";
import path from "node:path";
import { readableFile, type ReadAccess } from "./readableFile";
import { isFile } from "./kindOfFile";

/** The picture formats that pages can hold, best first, with their file extensions. */
export const pictures: Record<string, string[]> = {
  "image/svg+xml": [".svg"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
};

/**
 * A picture file as a data URL, or undefined if there is no readable picture of this name. Throws `UserError` if the document that
 * names it is not allowed to read it.
 */
export function pictureFileUrl(name: string, access: ReadAccess): string | undefined {
  const ending = path.extname(name).toLowerCase();
  const type = Object.keys(pictures).find((candidate) => pictures[candidate].includes(ending));
  if (type === undefined) return undefined;
  const file = readableFile(name, access);
  if (!isFile(file)) return undefined;
  try {
    return `data:${type};base64,${readFileSync(file).toString("base64")}`;
  } catch {
    return undefined;
  }
}
