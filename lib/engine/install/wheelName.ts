import { UserError } from "../../core";
import type { IndexFile } from "./packageIndex";

/** The relevant parts of a wheel's file name, such as 2.21.0, cp313 and manylinux_2_27_x86_64. */
export interface WheelName {
  /** The project's normalized name, such as tensorflow-cpu. */
  project: string;
  version: string;
  python: string;
  /** One tag, or several joined by dots. */
  platform: string;
}

/** Which wheel of a project is wanted. */
export interface WheelWish {
  project: string;
  /** The version in words, for messages. */
  versionText: string;
  accepts(version: string): boolean;
  platformTag: RegExp;
  platformName: string;
}

const tags = "[A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*";

/** project-version(-build)?-python-abi-platform.whl, with plain characters only. */
const wheelName = new RegExp(
  `^([A-Za-z0-9][A-Za-z0-9._]*)-([A-Za-z0-9][A-Za-z0-9._+]*)(?:-\\d[A-Za-z0-9._]*)?-(${tags})-${tags}-(${tags})\\.whl$`,
);

/** The parts of a wheel's file name; undefined for any other name, including one with a folder in it. */
export function parseWheelName(filename: string): WheelName | undefined {
  const match = filename.length <= 200 ? wheelName.exec(filename) : null;
  if (match === null) return undefined;
  const [, project = "", version = "", python = "", platform = ""] = match;
  return { project: normalProject(project), version, python, platform };
}

/** The normalized name of a project: Tensorflow_CPU → tensorflow-cpu. */
export function normalProject(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

/** Negative, zero or positive if release `a` is older than, equal to or newer than `b`: 12.9 < 12.10 = 12.10.0. */
export function compareVersions(a: string, b: string): number {
  const left = a.split(".").map(Number);
  const right = b.split(".").map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The newest matching wheel, always the same for the same list. Nothing here runs Python, so any Python tag works; the newest one is
 * chosen.
 */
export function chooseWheel(files: IndexFile[], wish: WheelWish): IndexFile {
  const ofVersion = files.flatMap((file) => {
    const name = parseWheelName(file.filename);
    const isRelease = name?.project === wish.project && /^\d+(\.\d+)*$/.test(name.version);
    return isRelease && wish.accepts(name.version) ? [{ file, name }] : [];
  });
  const fitting = ofVersion.filter(({ name }) =>
    name.platform.split(".").some((tag) => wish.platformTag.test(tag)),
  );
  fitting.sort(
    (a, b) =>
      compareVersions(b.name.version, a.name.version) ||
      pythonMinor(b.name.python) - pythonMinor(a.name.python) ||
      (a.file.filename < b.file.filename ? -1 : 1),
  );
  const best = fitting[0];
  if (best !== undefined) return best.file;

  const others = [...new Set(ofVersion.map(({ name }) => name.platform))].sort();
  throw new UserError(
    `The package index has no wheel of ${wish.project} ${wish.versionText} for ${wish.platformName} ` +
      `(it has: ${others.join(", ") || "none of this version"}). Name another index with --index URL.`,
  );
}

/** cp313 → 13; 0 for tags such as py3. */
function pythonMinor(tag: string): number {
  return Number(/^cp3(\d+)$/.exec(tag)?.[1] ?? 0);
}
