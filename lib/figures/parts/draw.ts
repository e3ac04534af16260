import { check } from "../../core";
import { Figure, type FigureOptions } from "./figure";
import type { FigureContent } from "../render/spec";

/** What a figure function adds to the caller's options. */
export interface Sketch {
  /** The function's name, for error texts. */
  caller: string;
  title: string;
  /** More lines under the title. */
  subtitle?: string | string[] | undefined;
  /** What the figure shows, in one line of text. */
  summary: string;
  content: FigureContent;
}

/** Adds title and theme to the content. */
export function draw(options: FigureOptions, { title, subtitle, summary, content }: Sketch): Figure {
  const text = options.title === undefined ? title : options.title;
  const heading = text === null ? {} : { title: subtitle === undefined ? { text } : { text, subtitle } };
  return new Figure({ ...heading, ...content }, summary, options.theme);
}

/** The size of a panel: the caller's choice, or the figure's default. */
export function panelSize(
  { width, height }: FigureOptions,
  own: { width: number; height: number },
  caller: string,
): { width: number; height: number } {
  const size = { width: width ?? own.width, height: height ?? own.height };
  for (const [name, value] of Object.entries(size)) {
    check(
      Number.isFinite(value) && value >= 20 && value <= 4000,
      () => `${caller}: ${name} must be in [20, 4000] pixels, got ${value}.`,
    );
  }
  return size;
}
