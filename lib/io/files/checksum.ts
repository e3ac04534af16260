import { createHash } from "node:crypto";

/** The key of a file's metadata that holds its checksum. */
export const checksumKey = "sha256";

/** Placeholder for the checksum while it is computed. */
export const checksumBlank = "0".repeat(64);

const entry = (checksum: string) => `"${checksumKey}":"${checksum}"`;

/** Computes the sha256 of a whole file, with the checksum itself set to zeros, and writes it into the header. */
export function stampChecksum(header: Buffer, others: { before: Uint8Array; after: Uint8Array[] }): void {
  const at = header.indexOf(entry(checksumBlank)) + entry("").length - 1;
  header.write(hashOf([others.before, header, ...others.after]), at, "latin1");
}

/** Whether a file is unchanged: the sha256 of its bytes equals the one in its header, which spans [start, end). */
export function matchesChecksum(bytes: Buffer, [start, end]: [number, number], checksum: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(checksum)) return false;
  const found = bytes.subarray(start, end).indexOf(entry(checksum));
  if (found < 0) return false;
  const at = start + found + entry("").length - 1;
  const parts = [
    bytes.subarray(0, at),
    Buffer.from(checksumBlank),
    bytes.subarray(at + checksumBlank.length),
  ];
  return hashOf(parts) === checksum;
}

function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
