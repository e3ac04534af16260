import { pictures } from "../../io/files";
import type { MimeBundle } from "../format/nbformat";

/** The best picture of a bundle as a data URL; undefined when it has none. Inside an <img>, even an SVG cannot run scripts. */
export function imageUrl(bundle: MimeBundle): string | undefined {
  const type = Object.keys(pictures).find((candidate) => typeof bundle[candidate] === "string");
  if (type === undefined) return undefined;
  const value = bundle[type] as string;
  const base64 =
    type === "image/svg+xml" ? Buffer.from(value).toString("base64") : value.replace(/[^\w+/=-]/g, "");
  return `data:${type};base64,${base64}`;
}
