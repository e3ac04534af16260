import { check } from "../../core";
import { isJsonObject, parseJson } from "./parseJson";
import type { LoadedSafetensors } from "./safetensors";

/** A kind of file that ssdml writes, such as "ssdml network", with the version that it writes now. */
export interface SavedFormat {
  name: string;
  version: number;
  /** The previous version, whose files have no checksum but can still be read. Default: there is none. */
  withoutChecksum?: number;
}

/** The text that names a format in a file's metadata. */
export const formatText = ({ name, version }: SavedFormat): string => `${name} ${version}`;

/**
 * Whether a file has a format, in this version or the previous one. Files of this version must have a checksum, so that one whose
 * checksum was lost is not taken for an older file.
 */
export function isOfFormat({ metadata, hasChecksum }: LoadedSafetensors, format: SavedFormat): boolean {
  if (metadata.format === formatText(format)) return hasChecksum;
  return (
    format.withoutChecksum !== undefined && metadata.format === `${format.name} ${format.withoutChecksum}`
  );
}

/** The format that a file claims to have, for error texts. */
export function foundFormat({ metadata, hasChecksum }: LoadedSafetensors, format: SavedFormat): string {
  if (metadata.format === formatText(format) && !hasChecksum) return "one without a checksum";
  return `"${metadata.format ?? "something else"}"`;
}

/**
 * Rejects a file without a checksum that holds numbers that are not finite: models never do, so the file is damaged. Other flipped bits
 * in such a file go unnoticed. Saving it again adds a checksum.
 */
export function checkNumbers({ arrays, hasChecksum }: LoadedSafetensors, file: string): void {
  if (hasChecksum) return;
  for (const [name, { data }] of Object.entries(arrays)) {
    const at = (data as Float64Array).findIndex((value) => !Number.isFinite(value));
    check(at < 0, () => `${file} is damaged: ${name} holds ${data[at]}. Restore it from a copy.`);
  }
}

/** The settings in a file's metadata. JSON writes Infinity as null, which means the default. */
export function readSavedSettings(text: string | undefined, file: string): object {
  const settings = parseJson(text ?? "", `the text of the settings in ${file}`);
  check(
    isJsonObject(settings) && !("network" in settings),
    () => `${file} is damaged: its settings are not options by name. Restore it from a copy.`,
  );
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
