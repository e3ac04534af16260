import { check } from "../../core/errors";
import type { LoadedSafetensors } from "./safetensors";

/** A kind of file that ssdml writes, such as "ssdml network", with the version that it writes now. */
export interface SavedFormat {
  name: string;
  version: number;
  /** The version before, whose files have no checksum and are still read. */
  withoutChecksum: number;
}

/** The text that names a format in a file's metadata. */
export const formatText = ({ name, version }: SavedFormat): string => `${name} ${version}`;

/**
 * Whether a file is of a format, in this version or the one before. Files of this version must have a checksum, so that one whose checksum
 * was damaged away is not taken for an older file.
 */
export function isOfFormat({ metadata, hasChecksum }: LoadedSafetensors, format: SavedFormat): boolean {
  if (metadata.format === formatText(format)) return hasChecksum;
  return metadata.format === `${format.name} ${format.withoutChecksum}`;
}

/** What a file says it is, for error texts. */
export function foundFormat({ metadata, hasChecksum }: LoadedSafetensors, format: SavedFormat): string {
  if (metadata.format === formatText(format) && !hasChecksum) return "one without a checksum";
  return `"${metadata.format ?? "something else"}"`;
}

/**
 * Refuses numbers that are not finite in a file without a checksum: no model has them, so they are damage. Other flipped bits in the
 * numbers of such a file cannot be noticed; saved again, it gets a checksum.
 */
export function checkNumbers({ arrays, hasChecksum }: LoadedSafetensors, file: string): void {
  if (hasChecksum) return;
  for (const [name, { data }] of Object.entries(arrays)) {
    const at = (data as Float64Array).findIndex((value) => !Number.isFinite(value));
    check(at < 0, () => `${file} is damaged: ${name} holds ${data[at]}. Restore it from a copy.`);
  }
}
