import { readFileSync } from "node:fs";
import path from "node:path";
import { isFile } from "../../common/files/kindOfFile";
import type { MimeBundle } from "../format/nbformat";

/** The formats of pictures that pages can hold, best first, with the endings of their files. */
export const pictures: Record<string, string[]> = {
  "image/svg+xml": [".svg"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
};

/** The best picture of a bundle as a data URL; undefined when it has none. Inside an <img>, even an SVG cannot run scripts. */
export function imageUrl(bundle: MimeBundle): string | undefined {
  const type = Object.keys(pictures).find((candidate) => typeof bundle[candidate] === "string");
  if (type === undefined) return undefined;
  const value = bundle[type] as string;
  const base64 =
    type === "image/svg+xml" ? Buffer.from(value).toString("base64") : value.replace(/[^\w+/=-]/g, "");
  return `data:${type};base64,${base64}`;
}

/** A picture file as a data URL; undefined when there is none of this name that can be read. */
export function pictureFileUrl(file: string): string | undefined {
  const ending = path.extname(file).toLowerCase();
  const type = Object.keys(pictures).find((candidate) => pictures[candidate].includes(ending));
  if (type === undefined || !isFile(file)) return undefined;
  try {
    return `data:${type};base64,${readFileSync(file).toString("base64")}`;
  } catch {
    return undefined;
  }
}
