import { DISPLAY, type MimeBundle } from "./mimeBundle";

/** A value that decides how it is shown. */
export interface Displayable {
  [DISPLAY](): MimeBundle;
}

function displayable(mime: string, data: string): Displayable {
  return { [DISPLAY]: () => ({ [mime]: data, "text/plain": data }) };
}

export const html = (markup: string): Displayable => displayable("text/html", markup);
export const markdown = (text: string): Displayable => displayable("text/markdown", text);
export const latex = (formula: string): Displayable => displayable("text/latex", `$$${formula}$$`);
export const svg = (markup: string): Displayable => displayable("image/svg+xml", markup);
