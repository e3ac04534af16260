import { check, plural } from "../../core";
import type { SkippedPicture } from "../images/images";
import type { Example } from "./readPictures";
import { sharpAdvice } from "./sharpLibrary";

const mostNamed = 5;

/** One sentence about the pictures that were left out. */
export function brokenText(skipped: readonly SkippedPicture[], all: number): string {
  const named = skipped
    .slice(0, mostNamed)
    .map(({ problem }) => problem.replace(/ (Replace|Convert|Install|Restore) .*$/, ""));
  const more = skipped.length > mostNamed ? ` … and ${skipped.length - mostNamed} more.` : "";
  const needsSharp = skipped.some(({ problem }) => problem.includes(sharpAdvice));
  const advice = needsSharp ? ` ${sharpAdvice} for WebP, GIF and CMYK.` : "";
  return `imageFolder: ${plural(skipped.length, "picture")} of ${all.toLocaleString("en-US")} cannot be read and ${skipped.length === 1 ? "is" : "are"} left out (dataset.skipped lists them): ${named.join(" ")}${more}${advice}`;
}

/** Rejects a folder where every labeled training picture of a class is broken. */
export function checkClassesLeft(
  wanted: readonly Example[],
  read: readonly Example[],
  classNames: readonly string[],
  skipped: readonly SkippedPicture[],
): void {
  const left = new Set(read.map(({ label }) => label));
  const lost = wanted.find(({ label }) => label >= 0 && !left.has(label));
  check(
    lost === undefined,
    () =>
      `imageFolder: class "${classNames[lost!.label]}" has no labeled picture that can be read. The first problem: ${skipped.find(({ file }) => file === lost!.file)?.problem}`,
  );
}

/** The classes that only the test part has, although others are in both: these cannot have been meant to be new ones. */
export function unseenText(
  train: ReadonlyMap<string, unknown>,
  test: ReadonlyMap<string, unknown>,
): string | undefined {
  const unseen = [...test.keys()].filter((name) => !train.has(name));
  if (unseen.length === 0 || unseen.length === test.size) return undefined;
  const names = unseen.slice(0, mostNamed).map((name) => `"${name}"`);
  return `imageFolder: ${unseen.length === 1 ? "class" : "classes"} ${names.join(", ")}${unseen.length > mostNamed ? ` and ${unseen.length - mostNamed} more` : ""} of the test pictures ${unseen.length === 1 ? "has" : "have"} no labeled training picture. Label some.`;
}
