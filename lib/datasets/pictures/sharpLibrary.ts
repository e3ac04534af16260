import type sharp from "sharp";

export type Sharp = typeof sharp;

let loaded: Promise<Sharp | undefined> | undefined;

/** sharp, the image library by libvips, or undefined where it is not installed. It is optional: without it the decoders here serve. */
export function loadSharp(): Promise<Sharp | undefined> {
  return (loaded ??= import("sharp").then(
    (library) => library.default,
    () => undefined,
  ));
}

/** How to get what only sharp can do. */
export const sharpAdvice = "Install sharp (npm install sharp)";
