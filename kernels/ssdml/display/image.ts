import { types } from "node:util";
import type { MimeBundle } from "./mimeBundle";

const SIGNATURES: readonly [mime: string, bytes: readonly number[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
];

/** The bytes of a PNG, JPEG or GIF file. */
export function image(value: unknown): MimeBundle | undefined {
  if (!types.isUint8Array(value)) return undefined;
  const known = SIGNATURES.find(([, bytes]) => bytes.every((byte, i) => value[i] === byte));
  if (!known) return undefined;
  return {
    [known[0]]: Buffer.from(value).toString("base64"),
    "text/plain": `[${known[0]}, ${value.length} bytes]`,
  };
}
