import type { MimeBundle } from "../format/nbformat";

/** The formats of pictures that pages can hold, best first. */
const pictures = ["image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp"];

/** The best picture of a bundle as a data URL; undefined when it has none. Inside an <img>, even an SVG cannot run scripts. */
export function imageUrl(bundle: MimeBundle): string | undefined {
  const type = pictures.find((candidate) => typeof bundle[candidate] === "string");
  if (type === undefined) return undefined;
  const value = bundle[type] as string;
  const base64 =
    type === "image/svg+xml" ? Buffer.from(value).toString("base64") : value.replace(/[^\w+/=-]/g, "");
  return `data:${type};base64,${base64}`;
}
